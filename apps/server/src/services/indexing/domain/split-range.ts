import type { TextRange } from './chunk-text.ts';

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/**
 * Cuts a range into pieces of `least` to `most` characters: at a line end, else between sentences, else at a space, else
 * between two characters, never inside a surrogate pair. Looks at no more than `most` characters at a time.
 */
export function splitRange(source: string, range: TextRange, least: number, most: number): TextRange[] {
  const pieces: TextRange[] = [];
  let start = range.start;
  while (range.end - start > most) {
    const left = range.end - start;
    // Two even pieces rather than a long one and a crumb.
    const limit = left < most * 1.5 ? Math.max(least * 2, Math.ceil(left * 0.6)) : most;
    const end = start + cutPoint(source.slice(start, start + limit), least, hasWordBreak(source, start + limit));
    pieces.push(trimmed(source, start, end));
    start = end;
    while (start < range.end && /\s/.test(source.charAt(start))) start += 1;
  }
  if (start < range.end) pieces.push({ start, end: range.end });
  return pieces.filter((piece) => piece.end > piece.start);
}

function cutPoint(window: string, least: number, endsAtWord: boolean): number {
  const lineEnd = window.lastIndexOf('\n');
  if (lineEnd >= least) return lineEnd;
  let sentenceEnd = 0;
  for (const { index } of sentences.segment(window)) if (index >= least) sentenceEnd = index;
  if (sentenceEnd > 0) return sentenceEnd;
  if (endsAtWord) return window.length;
  const space = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\t'), window.lastIndexOf('\u3000'));
  if (space >= least) return space;
  const last = window.charCodeAt(window.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length;
}

const hasWordBreak = (source: string, at: number): boolean => /\s/.test(source.charAt(at));

function trimmed(source: string, start: number, end: number): TextRange {
  let to = end;
  while (to > start && /\s/.test(source.charAt(to - 1))) to -= 1;
  return { start, end: to };
}
