import type { Locator } from '@cairn/contracts/locator';

/** Of the contract. */
export const longestQuote = 4000;
const contextLength = 32;
/** The place was marked before the article was indexed. */
const unknownChunk = '0'.repeat(64);

/** The locator of `text.slice(start, end)` without white space around it; `null`: nothing is left, or too much. */
export function makeLocator(
  text: string,
  start: number,
  end: number,
  chunks: readonly { hash: string; start: number }[] = [],
): Locator | null {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from += 1;
  while (to > from && /\s/.test(text.charAt(to - 1))) to -= 1;
  // Half a surrogate pair is no text.
  if (isLow(text, from)) from -= 1;
  if (isLow(text, to)) to += 1;
  if (to <= from || to - from > longestQuote) return null;
  const before = Math.max(0, from - contextLength);
  const after = Math.min(text.length, to + contextLength);
  return {
    quote: text.slice(from, to),
    prefix: text.slice(isLow(text, before) ? before + 1 : before, from),
    suffix: text.slice(to, isLow(text, after) ? after - 1 : after),
    chunkHash: chunks.findLast((chunk) => chunk.start <= from)?.hash ?? unknownChunk,
  };
}

const isLow = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};
