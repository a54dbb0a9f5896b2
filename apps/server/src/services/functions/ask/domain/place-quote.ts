import type { Locator } from '@cairn/contracts/locator';

const around = 32;
const longestQuote = 4000;

/** The locator of a quote inside a chunk; null when the quote does not stand there word for word. */
export function placeQuote(quote: string, chunk: { text: string; textHash: string }): Locator | null {
  if (quote.trim() === '' || quote.length > longestQuote) return null;
  const start = chunk.text.indexOf(quote);
  if (start < 0) return null;
  const end = start + quote.length;
  return {
    quote,
    prefix: withoutHalfPairs(chunk.text.slice(Math.max(0, start - around), start)),
    suffix: withoutHalfPairs(chunk.text.slice(end, end + around)),
    chunkHash: chunk.textHash,
  };
}

/** A cut may have gone through a surrogate pair at either end. */
const withoutHalfPairs = (text: string): string => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** The beginning of a passage, for showing it when there is no answer: whole words, an exact part of the text. */
export function openingOf(text: string, most = 280): string {
  const from = text.search(/\S/);
  if (from < 0) return '';
  if (text.length - from <= most) return text.slice(from).trimEnd();
  const cut = text.slice(from, from + most);
  const space = cut.search(/\s\S*$/);
  return withoutHalfPairs(space > most / 2 ? cut.slice(0, space) : cut).trimEnd();
}

/** An extractive sentence shows its quote and nothing else, but for white space. */
export const saysOnly = (text: string, quote: string): boolean =>
  text.replace(/\s+/gu, ' ').trim() === quote.replace(/\s+/gu, ' ').trim();
