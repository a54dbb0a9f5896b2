import { noteMarks, noteNodes } from '@cairn/contracts/note-document';
import * as Y from 'yjs';

/** A stretch of text with the marks that matter here. */
export interface TextRun {
  text: string;
  href: string | null;
  isCode: boolean;
}

/** One block of text: a paragraph, a heading, a list item's line … */
export interface Block {
  runs: TextRun[];
  wikilinks: { title: string; targetKind: string | null; targetId: string | null }[];
  /** The innermost enclosing elements that carry a meaning, outermost first. */
  within: Y.XmlElement[];
  /** Whether it follows the block before it within one list: joined by a line break, not by a blank line. */
  isTight: boolean;
}

/** Nobody writes lists in lists this deep; an update made by hand may. */
const deepest = 100;
const lists: ReadonlySet<string> = new Set([noteNodes.bulletList, noteNodes.orderedList, noteNodes.taskList]);
const meaningful: ReadonlySet<string> = new Set([noteNodes.taskItem, noteNodes.cue, noteNodes.codeBlock]);

/** The blocks of a fragment in order. A damaged or unknown structure yields what text there is. */
export function readFragment(fragment: Y.XmlFragment): Block[] {
  const blocks: Block[] = [];
  walk(fragment, [], 0, false, blocks);
  return blocks;
}

/** Every element of a name, without reading any text. */
export function elementsNamed(
  parent: Y.XmlFragment,
  name: string,
  depth = 0,
  found: Y.XmlElement[] = [],
): Y.XmlElement[] {
  if (depth > deepest) return found;
  for (const child of parent.toArray()) {
    if (!(child instanceof Y.XmlElement)) continue;
    if (child.nodeName === name) found.push(child);
    elementsNamed(child, name, depth + 1, found);
  }
  return found;
}

export const textOfBlock = (block: Block): string => block.runs.map((run) => run.text).join('');

/** The plain text of blocks: lines of a list under each other, everything else with a blank line between. */
export function textOfBlocks(blocks: readonly Block[]): string {
  let text = '';
  for (const block of blocks) {
    const line = textOfBlock(block).trim();
    if (line === '') continue;
    text += (text === '' ? '' : block.isTight ? '\n' : '\n\n') + line;
  }
  // PostgreSQL's text holds every character but this one.
  return text.replaceAll('\0', '');
}

function walk(parent: Y.XmlFragment, within: Y.XmlElement[], depth: number, inList: boolean, blocks: Block[]): void {
  if (depth > deepest) return;
  let open: Block | null = null;
  for (const child of parent.toArray()) {
    if (child instanceof Y.XmlElement && !isInline(child)) {
      open = null;
      const isList = lists.has(child.nodeName);
      const first = blocks.length;
      walk(child, meaningful.has(child.nodeName) ? [...within, child] : within, depth + 1, isList || inList, blocks);
      // The first block of a list stands apart from what is before it, unless that is a line of the list around it.
      const opening = blocks[first];
      if (isList && !inList && opening) opening.isTight = false;
      continue;
    }
    if (!open) {
      open = { runs: [], wikilinks: [], within, isTight: inList };
      blocks.push(open);
    }
    if (child instanceof Y.XmlText) open.runs.push(...readText(child));
    else if (child instanceof Y.XmlElement) readInline(child, open);
  }
}

const isInline = (element: Y.XmlElement): boolean =>
  element.nodeName === noteNodes.hardBreak || element.nodeName === noteNodes.wikilink;

function readInline(element: Y.XmlElement, block: Block): void {
  if (element.nodeName === noteNodes.hardBreak) {
    block.runs.push({ text: '\n', href: null, isCode: false });
    return;
  }
  const title = stringOf(attributeOf(element, 'title'));
  if (title === null || title.trim() === '') return;
  block.runs.push({ text: title, href: null, isCode: false });
  block.wikilinks.push({
    title,
    targetKind: stringOf(attributeOf(element, 'targetKind')),
    targetId: stringOf(attributeOf(element, 'targetId')),
  });
}

interface DeltaPart {
  insert?: unknown;
  attributes?: Record<string, unknown>;
}

function readText(text: Y.XmlText): TextRun[] {
  const runs: TextRun[] = [];
  for (const { insert, attributes } of text.toDelta() as DeltaPart[]) {
    if (typeof insert !== 'string') continue;
    let href: string | null = null;
    let isCode = false;
    for (const [name, value] of Object.entries(attributes ?? {})) {
      // y-prosemirror appends `--hash` to marks that may overlap themselves.
      const mark = name.split('--')[0];
      if (mark === noteMarks.code) isCode = true;
      if (mark === noteMarks.link && typeof value === 'object' && value !== null && 'href' in value)
        href = stringOf(value.href);
    }
    runs.push({ text: insert, href, isCode });
  }
  return runs;
}

/** Attributes hold any JSON value, though the type says string. */
export const attributeOf = (element: Y.XmlElement, name: string): unknown => element.getAttribute(name);

export const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
