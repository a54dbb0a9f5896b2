import { noteFragments, noteNodes } from '@cairn/contracts/note-document';
import * as Y from 'yjs';
import { locatorToHash } from '../../lib/locator-link.ts';
import type { NoteBlock, NoteRun, Quote } from '../notes.ts';

/** The address that opens an article at the quoted place. */
export const quoteAddress = ({ articleId, locator }: Pick<Quote, 'articleId' | 'locator'>): string =>
  `/article/${articleId}#${locatorToHash(locator)}`;

/** Puts blocks at the end of the notes; blank paragraphs that stand there are written over. */
export function appendBlocks(doc: Y.Doc, blocks: readonly NoteBlock[]): void {
  const notes = doc.getXmlFragment(noteFragments.notes);
  doc.transact(() => {
    for (let last = notes.length - 1; last >= 0 && isBlank(notes.get(last)); last -= 1) notes.delete(last, 1);
    notes.insert(notes.length, blocks.map(nodeOf));
  });
}

function isBlank(node: unknown): boolean {
  return node instanceof Y.XmlElement && node.nodeName === noteNodes.paragraph && node.length === 0;
}

function nodeOf(block: NoteBlock): Y.XmlElement {
  switch (block.type) {
    case 'paragraph':
      return element(noteNodes.paragraph, {}, [textOf(block.runs)]);
    case 'heading':
      return element(noteNodes.heading, { level: block.level }, [textOf([{ text: block.text }])]);
    case 'bulletList':
      return element(
        noteNodes.bulletList,
        {},
        block.items.map((runs) => element(noteNodes.listItem, {}, [element(noteNodes.paragraph, {}, [textOf(runs)])])),
      );
    case 'quote':
      return quoteNode(block.quote);
  }
}

/** A quote is its paragraphs and a last one that links to its place: plain nodes, so that every export and the server's links know it. */
function quoteNode(quote: Quote): Y.XmlElement {
  const paragraphs = quote.text
    .split(/\n{2,}/u)
    .filter((text) => text.trim() !== '')
    .map((text) => element(noteNodes.paragraph, {}, [textOf([{ text: text.trim() }])]));
  const source = element(noteNodes.paragraph, {}, [
    textOf([{ text: quote.title?.trim() || 'Source', link: quoteAddress(quote) }]),
  ]);
  return element(noteNodes.blockquote, quote.highlightId ? { highlightId: quote.highlightId } : {}, [
    ...paragraphs,
    source,
  ]);
}

function textOf(runs: readonly NoteRun[]): Y.XmlText {
  const text = new Y.XmlText();
  // A delta, since a text that is not in a document yet cannot tell its own length.
  text.applyDelta(
    runs
      .filter((run) => run.text !== '')
      .map((run) => ({
        insert: run.text,
        attributes: {
          ...(run.bold ? { bold: {} } : {}),
          ...(run.italic ? { italic: {} } : {}),
          ...(run.code ? { code: {} } : {}),
          ...(run.link ? { link: { href: run.link } } : {}),
        },
      })),
  );
  return text;
}

function element(name: string, attributes: Record<string, unknown>, children: (Y.XmlElement | Y.XmlText)[]) {
  const made = new Y.XmlElement(name);
  // The editor stores numbers as numbers; the type of Yjs knows only strings.
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, children);
  return made;
}
