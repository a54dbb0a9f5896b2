import { noteNodes } from '@cairn/contracts/note-document';
import * as Y from 'yjs';

/** Deeper structures than anybody makes by hand are cut off. */
const deepest = 60;

/** A fragment of a note's document as CommonMark with task lists, strikethrough and `[[wikilinks]]`. */
export function fragmentToMarkdown(fragment: Y.XmlFragment): string {
  return blocksOf(fragment, 0).trim();
}

/** The cues' own lines, in order. */
export function cueTexts(fragment: Y.XmlFragment): string[] {
  return fragment
    .toArray()
    .filter((node) => node instanceof Y.XmlElement)
    .map((cue) => inlineOf(cue).replace(/\s+/gu, ' ').trim())
    .filter((text) => text !== '');
}

function blocksOf(parent: Y.XmlFragment, depth: number): string {
  if (depth > deepest) return '';
  return parent
    .toArray()
    .map((node) =>
      node instanceof Y.XmlElement ? blockOf(node, depth) : node instanceof Y.XmlText ? textOf(node) : '',
    )
    .filter((block) => block !== '')
    .join('\n\n');
}

function blockOf(element: Y.XmlElement, depth: number): string {
  switch (element.nodeName) {
    case noteNodes.heading:
      return `${'#'.repeat(Math.min(6, Math.max(1, Number(element.getAttribute('level')) || 1)))} ${oneLine(inlineOf(element))}`;
    case noteNodes.bulletList:
      return itemsOf(element, depth, () => '- ');
    case noteNodes.orderedList: {
      const start = Number(element.getAttribute('start') ?? 1) || 1;
      return itemsOf(element, depth, (index) => `${start + index}. `);
    }
    case noteNodes.taskList:
      return itemsOf(element, depth, (_index, item) => (isChecked(item) ? '- [x] ' : '- [ ] '));
    case noteNodes.blockquote:
      return prefixed(blocksOf(element, depth + 1), '> ', '> ');
    case noteNodes.codeBlock:
      return codeBlock(plainOf(element), element.getAttribute('language'));
    case noteNodes.horizontalRule:
      return '---';
    case noteNodes.paragraph:
      return guardLineStart(inlineOf(element));
    default:
      // A node of a later version, or a cue: its blocks, or its text.
      return element.toArray().some((node) => node instanceof Y.XmlElement && !isInline(node))
        ? blocksOf(element, depth + 1)
        : guardLineStart(inlineOf(element));
  }
}

const isInline = ({ nodeName }: Y.XmlElement): boolean =>
  nodeName === noteNodes.hardBreak || nodeName === noteNodes.wikilink;

/** Attributes hold any JSON value, though the type says string. */
function isChecked(item: Y.XmlElement): boolean {
  const checked: unknown = item.getAttribute('checked');
  return checked === true || checked === 'true';
}

function itemsOf(list: Y.XmlElement, depth: number, marker: (index: number, item: Y.XmlElement) => string): string {
  return list
    .toArray()
    .filter((node) => node instanceof Y.XmlElement)
    .map((item, index) => {
      const mark = marker(index, item);
      const body = blocksOf(item, depth + 1);
      return prefixed(body, mark, ' '.repeat(mark.startsWith('- ') ? 2 : mark.length)) || mark.trimEnd();
    })
    .join('\n');
}

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');

function codeBlock(code: string, language: unknown): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const name = typeof language === 'string' ? language.replace(/[^\w+#-]/gu, '') : '';
  return `${fence}${name}\n${code}\n${fence}`;
}

function plainOf(element: Y.XmlElement): string {
  return element
    .toArray()
    .map((node) =>
      node instanceof Y.XmlText
        ? (node.toDelta() as DeltaPart[]).map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')
        : '\n',
    )
    .join('');
}

function inlineOf(element: Y.XmlElement): string {
  return element
    .toArray()
    .map((node) => {
      if (node instanceof Y.XmlText) return textOf(node);
      if (!(node instanceof Y.XmlElement)) return '';
      if (node.nodeName === noteNodes.hardBreak) return '  \n';
      if (node.nodeName === noteNodes.wikilink) return `[[${oneLine(String(node.getAttribute('title') ?? ''))}]]`;
      return inlineOf(node);
    })
    .join('');
}

interface DeltaPart {
  insert?: unknown;
  attributes?: Record<string, unknown>;
}

const textOf = (text: Y.XmlText): string => (text.toDelta() as DeltaPart[]).map(runOf).join('');

function runOf({ insert, attributes = {} }: DeltaPart): string {
  if (typeof insert !== 'string' || insert === '') return '';
  const marks = new Map(Object.entries(attributes).map(([name, value]) => [name.split('--')[0], value]));
  if (marks.has('code')) return inlineCode(insert);
  // A mark does not begin or end at a space.
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/u.exec(insert) ?? [];
  if (inner === '') return insert;
  let marked = escaped(inner);
  if (marks.has('strike')) marked = `~~${marked}~~`;
  if (marks.has('italic')) marked = `*${marked}*`;
  if (marks.has('bold')) marked = `**${marked}**`;
  const link = marks.get('link');
  const href = typeof link === 'object' && link !== null && 'href' in link ? link.href : null;
  if (typeof href === 'string') marked = `[${marked}](<${href.replace(/[<>\s]/gu, encodeURIComponent)}>)`;
  return before + marked + after;
}

function inlineCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** What Markdown would read as something else. Wikilinks typed as text stay what they are. */
const escaped = (text: string): string => text.replace(/([\\`*_~<])/gu, '\\$1').replace(/\[(?!\[)(?<!\[\[)/gu, '\\[');

/** A line of text that happens to begin like a heading, a list, a quote or a rule. */
const guardLineStart = (text: string): string =>
  text.replace(/^(\s*)([#>+-])(?=\s|$|-)/u, '$1\\$2').replace(/^(\s*\d{1,9})([.)])(?=\s|$)/u, '$1\\$2');

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
