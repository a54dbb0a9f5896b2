import { splitRange } from './split-range.ts';

/** A paragraph-sized slice of a text: `source.slice(startOffset, startOffset + text.length) === text`. */
export interface Chunk {
  ordinal: number;
  text: string;
  /** UTF-16 offset in the source. */
  startOffset: number;
  /** The nearest heading at or above the chunk. */
  heading: string | null;
}

export interface TextRange {
  start: number;
  end: number;
}

/** A chunk is closed as soon as it has this many characters … */
export const leastChunkLength = 200;
/** … and never grows beyond this, except by its heading. */
export const mostChunkLength = 1200;
const mostHeadingLength = 120;

/**
 * Cuts a text at its blank lines; short paragraphs are joined, long ones cut at line ends, else between sentences, else
 * between words. Where a chunk ends depends only on the paragraphs right before it, so that an edit moves few boundaries.
 * Linear in the length of the text.
 */
export function chunkText(source: string): Chunk[] {
  const chunks: Chunk[] = [];
  let heading: string | null = null;
  let open: TextRange | null = null;

  const close = (): void => {
    if (!open) return;
    const text = source.slice(open.start, open.end);
    chunks.push({ ordinal: chunks.length, text, startOffset: open.start, heading });
    open = null;
  };
  const append = (piece: TextRange, limit = mostChunkLength): void => {
    if (open && (open.end - open.start >= leastChunkLength || piece.end - open.start > limit)) close();
    open = open ? { start: open.start, end: piece.end } : { ...piece };
  };

  const blocks = paragraphs(source);
  for (const [index, block] of blocks.entries()) {
    if (isHeading(source, block, blocks[index + 1])) {
      close();
      heading = source.slice(block.start, block.end).replace(/^#{1,6}\s+/, '');
      open = { ...block };
      continue;
    }
    const afterHeading =
      open !== null && blocks[index - 1]?.start === open.start && open.end === blocks[index - 1]?.end;
    const pieces = splitRange(source, block, leastChunkLength, mostChunkLength);
    for (const [at, piece] of pieces.entries()) {
      // A heading stays with the text under it, however long the first piece of that is.
      append(piece, at === 0 && afterHeading && heading !== null ? Number.POSITIVE_INFINITY : mostChunkLength);
    }
  }
  close();
  return chunks;
}

function paragraphs(source: string): TextRange[] {
  const ranges: TextRange[] = [];
  const blankLine = /\n[^\S\n]*\n\s*/g;
  let start = 0;
  for (let match = blankLine.exec(source); match; match = blankLine.exec(source)) {
    pushTrimmed(source, start, match.index, ranges);
    start = blankLine.lastIndex;
  }
  pushTrimmed(source, start, source.length, ranges);
  return ranges;
}

function pushTrimmed(source: string, from: number, to: number, ranges: TextRange[]): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(source.charCodeAt(start))) start += 1;
  while (end > start && isSpace(source.charCodeAt(end - 1))) end -= 1;
  if (start < end) ranges.push({ start, end });
}

const isSpace = (code: number): boolean =>
  code <= 32 || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029;

/** A heading in plain text: one short line without an end mark, followed by a paragraph that is clearly longer; or a Markdown one. */
function isHeading(source: string, block: TextRange, next: TextRange | undefined): boolean {
  const length = block.end - block.start;
  if (length > mostHeadingLength || !next) return false;
  const line = source.slice(block.start, block.end);
  if (line.includes('\n')) return false;
  if (/^#{1,6}\s+\S/.test(line)) return true;
  const nextLength = next.end - next.start;
  return (
    nextLength >= 80 && nextLength > length * 1.5 && /\p{L}/u.test(line) && !/[.!?…。！？:;,،؛"”»’)\]]$/u.test(line)
  );
}
