/**
 * The plain text of an article, as locators refer to it. The server writes it into `articles.content_text`; the reader
 * computes it again from the rendered `content_html` to turn a locator into a DOM range. Both run this very function, so
 * that offsets agree. It walks any DOM (browser, jsdom): nothing but the few members below is used.
 *
 * Rules: blocks are separated by `\n\n`; inside lists and tables by `\n`, table cells by a tab; `<br>` is `\n`. White space
 * collapses to one space as on screen, except in `<pre>`. No-break spaces become spaces; soft hyphens, zero-width
 * spaces and private-use characters (icon fonts) are left out, as are ruby annotations and everything that is not text (images, rules).
 */
export interface ReadingNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: ReadingNode | null;
  readonly nextSibling: ReadingNode | null;
}

/** A stretch of one text node that stands in the text character by character (UTF-16 units). */
export interface ReadingRun<N extends ReadingNode = ReadingNode> {
  node: N;
  nodeOffset: number;
  textOffset: number;
  length: number;
}

export interface ReadingText<N extends ReadingNode = ReadingNode> {
  text: string;
  /** In text order. Separators belong to no run. */
  runs: readonly ReadingRun<N>[];
}

export interface ReadingRange<N extends ReadingNode = ReadingNode> {
  startNode: N;
  startOffset: number;
  endNode: N;
  endOffset: number;
}

export function readingTextOf<N extends ReadingNode>(root: N): ReadingText<N> {
  const writer = new ReadingWriter<N>();
  walk(root, writer, { preformatted: false, compact: false });
  return writer.finish();
}

/** The DOM range of `text.slice(start, end)`; null when no character of it comes from the page. */
export function readingRange<N extends ReadingNode>(
  reading: ReadingText<N>,
  start: number,
  end: number,
): ReadingRange<N> | null {
  const { runs } = reading;
  const first = runs[firstRunEndingAfter(runs, start)];
  if (!first || first.textOffset >= end) return null;
  let lastIndex = firstRunEndingAfter(runs, end - 1);
  if (lastIndex >= runs.length || (runs[lastIndex]?.textOffset ?? 0) >= end) lastIndex -= 1;
  const last = runs[lastIndex];
  if (!last) return null;
  return {
    startNode: first.node,
    startOffset: first.nodeOffset + Math.max(0, start - first.textOffset),
    endNode: last.node,
    endOffset: last.nodeOffset + Math.min(last.length, end - last.textOffset),
  };
}

/** The text offset of a place in a text node (a selection's edge): where it stands, or the next character that is in the text. */
export function readingOffset<N extends ReadingNode>(
  reading: ReadingText<N>,
  node: N,
  nodeOffset: number,
): number | null {
  let after: number | null = null;
  for (const run of reading.runs) {
    if (run.node !== node) continue;
    if (nodeOffset < run.nodeOffset) return run.textOffset;
    if (nodeOffset <= run.nodeOffset + run.length) return run.textOffset + nodeOffset - run.nodeOffset;
    after = run.textOffset + run.length;
  }
  return after;
}

function firstRunEndingAfter(runs: readonly ReadingRun[], offset: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run && run.textOffset + run.length > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

const elementNode = 1;
const textNode = 3;
const fragmentNode = 11;

const inlineNames = new Set(
  'A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I IMG INS KBD MARK PICTURE Q RB RTC RUBY S SAMP SMALL SOURCE SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);
const silentNames = new Set('RT RP SCRIPT STYLE TEMPLATE NOSCRIPT TITLE HEAD'.split(' '));
const compactNames = new Set('UL OL DL TABLE'.split(' '));

/** What separates two pieces of text; the strongest wins. */
const separators = ['', '\t', '\n', '\n\n'] as const;
const cellBreak = 1;
const lineBreak = 2;
const blockBreak = 3;

interface WalkState {
  preformatted: boolean;
  /** Inside a list or table: blocks are lines. */
  compact: boolean;
}

function walk<N extends ReadingNode>(node: ReadingNode, writer: ReadingWriter<N>, state: WalkState): void {
  if (node.nodeType === textNode) {
    // The caller's node type: every text node below N is handed back as N.
    writer.write(node as N, node.nodeValue ?? '', state.preformatted);
    return;
  }
  if (node.nodeType !== elementNode && node.nodeType !== fragmentNode) return;
  const name = node.nodeName.toUpperCase();
  if (silentNames.has(name)) return;
  if (name === 'BR') {
    writer.separate(lineBreak);
    return;
  }
  const inline = node.nodeType === fragmentNode || inlineNames.has(name);
  const own = name === 'TD' || name === 'TH' ? cellBreak : state.compact ? lineBreak : blockBreak;
  if (!inline) writer.separate(own);
  const inner: WalkState = {
    preformatted: state.preformatted || name === 'PRE',
    compact: state.compact || compactNames.has(name),
  };
  for (let child = node.firstChild; child; child = child.nextSibling) walk(child, writer, inner);
  if (!inline) writer.separate(own);
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13 && code !== 11);
const isIndent = (code: number) => code === 0xa0 || code === 0x2007 || code === 0x202f || code === 0x3000;
const endsInSpace = (text = '') => isSpace(text.charCodeAt(text.length - 1));
const isInvisible = (code: number) =>
  code === 0xad || code === 0x200b || code === 0xfeff || code === 0x2060 || (code >= 0xe000 && code <= 0xf8ff);

class ReadingWriter<N extends ReadingNode> {
  readonly #parts: { node: N | null; nodeOffset: number; text: string }[] = [];
  #separator = 0;
  #space: { node: N; offset: number } | null = null;

  separate(strength: number): void {
    if (strength > this.#separator) this.#separator = strength;
    this.#space = null;
  }

  write(node: N, value: string, preformatted: boolean): void {
    let start = -1;
    const flush = (end: number) => {
      if (start >= 0) this.#push(node, start, value.slice(start, end));
      start = -1;
    };
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (isInvisible(code)) {
        flush(index);
      } else if (isSpace(code) && !preformatted) {
        flush(index);
        this.#space ??= { node, offset: index };
      } else if (start < 0 && this.#atStartOfBlock() && (isSpace(code) || isIndent(code))) {
        // A block's text starts with its first character that can be seen, also where no-break spaces indent it.
      } else if (start < 0) {
        this.#beforeText();
        start = index;
      }
    }
    flush(value.length);
  }

  finish(): ReadingText<N> {
    this.#trimEnd();
    const runs: ReadingRun<N>[] = [];
    const pieces: string[] = [];
    let textOffset = 0;
    for (const { node, nodeOffset, text } of this.#parts) {
      if (node) runs.push({ node, nodeOffset, textOffset, length: text.length });
      pieces.push(text);
      textOffset += text.length;
    }
    return { text: pieces.join(''), runs };
  }

  #atStartOfBlock(): boolean {
    return this.#separator > 0 || this.#parts.length === 0;
  }

  #beforeText(): void {
    if (this.#separator > 0) {
      this.#trimEnd();
      const separator = separators[this.#separator] ?? '';
      if (this.#parts.length > 0) this.#parts.push({ node: null, nodeOffset: 0, text: separator });
    } else if (this.#space && this.#parts.length > 0 && !endsInSpace(this.#parts.at(-1)?.text)) {
      this.#parts.push({ node: this.#space.node, nodeOffset: this.#space.offset, text: ' ' });
    }
    this.#separator = 0;
    this.#space = null;
  }

  #push(node: N, nodeOffset: number, raw: string): void {
    const text = raw.replace(/[\u00a0\u2007\u202f]/g, ' ');
    const last = this.#parts.at(-1);
    if (last?.node === node && last.nodeOffset + last.text.length === nodeOffset) last.text += text;
    else this.#parts.push({ node, nodeOffset, text });
  }

  // What stands before a separator or the end never ends in white space.
  #trimEnd(): void {
    for (let last = this.#parts.at(-1); last; last = this.#parts.at(-1)) {
      last.text = last.text.trimEnd();
      if (last.text) return;
      this.#parts.pop();
    }
  }
}
