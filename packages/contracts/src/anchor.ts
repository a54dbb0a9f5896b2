import { alignGap } from './align-gap.ts';
import { type FoldedText, foldText, originalRange } from './fold-text.ts';
import type { Locator } from './locator.ts';
import { buildGramIndex, type GramIndex, gramLength, type Seed, seedChains } from './seed-chains.ts';

/**
 * What became of a passage in a text that may have changed since the locator was made:
 * - `anchored`: it stands where its surroundings stand, word for word;
 * - `moved`: word for word, but in other surroundings;
 * - `changed`: the words themselves changed, this is where they stood;
 * - `lost`: not found. Whoever keeps the locator keeps it; a later text may have the passage again.
 */
export type AnchorStatus = 'anchored' | 'moved' | 'changed' | 'lost';

export interface Anchor {
  status: AnchorStatus;
  /** UTF-16 offsets into the text. `lost`: the place where it stood when that is known, else -1; empty. */
  start: number;
  end: number;
  /** 0..1: how much of the quote and its surroundings was found again. */
  confidence: number;
}

/** A place where the chunk of a locator stands now, from the search index. */
export interface ChunkPlace {
  start: number;
  end: number;
}

/** Counts elementary steps (units compared, cells computed), for tests of what this costs. */
export interface Cost {
  steps: number;
}

/** The surroundings decide between two places with the same words when they agree better by this much of their length. */
const clearContext = 0.5;
/** A quote of this weight is hardly ever somewhere by chance. */
const tellingWeight = 12;
const mostOccurrences = 256;

/** Finds any number of locators in one text: the work on the text itself is done once. Linear in its length. */
export class Anchorer {
  readonly #text: string;
  readonly #folded: FoldedText;
  readonly #cost: Cost | undefined;
  readonly #grams = new Map<number, GramIndex>();

  constructor(text: string, cost?: Cost) {
    this.#text = text;
    this.#cost = cost;
    this.#folded = foldText(text);
    this.#count(text.length);
  }

  /** `chunk`: where the locator's chunk stands in this text, when it is still there word for word. */
  find(locator: Locator, chunk?: ChunkPlace): Anchor {
    const quote = foldText(locator.quote).text;
    if (!quote) return lost;
    const before = foldText(locator.prefix).text;
    const after = foldText(locator.suffix).text;
    const exact = this.#findExact(before, quote, after, chunk);
    if (exact && (exact.context >= clearContext || exact.inChunk)) return this.#exactAnchor(exact, quote.length);
    const similar = this.#findSimilar(before, quote, after);
    const whole = before.length + quote.length + after.length;
    const exactScore = exact ? (quote.length + exact.context * (before.length + after.length)) / whole : 0;
    if (exact && exactScore >= (similar?.score ?? 0) && (exact.context >= 0.3 || this.#isTelling(exact, quote))) {
      return this.#exactAnchor(exact, quote.length);
    }
    if (similar && similar.end > similar.start && isSameText(similar)) {
      const range = originalRange(this.#text, this.#folded, similar.start, similar.end);
      const same = this.#folded.text.slice(similar.start, similar.end) === quote;
      const unmoved = similar.contextShare >= clearContext ? 'anchored' : 'moved';
      return { status: same ? unmoved : 'changed', ...range, confidence: similar.score };
    }
    if (exact && this.#isTelling(exact, quote)) return this.#exactAnchor(exact, quote.length);
    // Both sides are there and nothing stands between them: this is where it was cut out.
    if (similar && similar.contextShare >= 0.6) {
      const at = this.#folded.offsets[similar.start] ?? this.#text.length;
      return { status: 'lost', start: at, end: at, confidence: 0 };
    }
    return lost;
  }

  #exactAnchor(exact: ExactPlace, length: number): Anchor {
    const range = originalRange(this.#text, this.#folded, exact.at, exact.at + length);
    const settled = exact.inChunk || exact.context >= clearContext;
    return {
      status: settled ? 'anchored' : 'moved',
      ...range,
      confidence: exact.inChunk ? 1 : 0.5 + exact.context / 2,
    };
  }

  /** Word for word: the place in the known chunk, else the one whose surroundings fit best. */
  #findExact(before: string, quote: string, after: string, chunk: ChunkPlace | undefined): ExactPlace | undefined {
    const { text, offsets } = this.#folded;
    this.#count(text.length);
    let best: ExactPlace | undefined;
    let count = 0;
    for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
      count += 1;
      const left = text.slice(Math.max(0, at - before.length), at);
      const right = text.slice(at + quote.length, at + quote.length + after.length);
      const agreed = left === before && right === after;
      const place = offsets[at] ?? -1;
      const inChunk = chunk !== undefined && place >= chunk.start && place < chunk.end;
      const context = agreed ? 1 : this.#contextFit(before, left, after, right);
      const rank = context + (inChunk ? 0.25 : 0);
      if (!best || rank > best.rank) best = { at, context, inChunk, rank, only: false };
      if (agreed && (inChunk || !chunk)) break;
      // A passage of one or two letters is everywhere: the work stays bounded.
      if (count >= mostOccurrences) break;
    }
    return best && { ...best, only: count === 1 };
  }

  /** 0..1. Missing surroundings contradict nothing. */
  #contextFit(before: string, left: string, after: string, right: string): number {
    const length = before.length + after.length;
    if (length === 0) return 1;
    this.#count(before.length + after.length);
    // Cheap first: most other places of a frequent word differ at once.
    if (commonEnd(before, left) === before.length && commonStart(after, right) === after.length) return 1;
    const fit = (wanted: string, found: string) =>
      wanted ? resemblance(1 - alignGap(wanted, found, this.#cost).distance / wanted.length) * wanted.length : 0;
    return (fit(before, left) + fit(after, right)) / length;
  }

  #isTelling(exact: ExactPlace, quote: string): boolean {
    return exact.only && (weightOf(quote) >= tellingWeight || exact.context >= 0.3);
  }

  /** Through pieces that are still the same, in order, and an alignment of what lies between them. */
  #findSimilar(before: string, quote: string, after: string): SimilarPlace | undefined {
    const pattern = before + quote + after;
    const size = gramLength(pattern);
    let index = this.#grams.get(size);
    if (!index) {
      index = buildGramIndex(this.#folded.text, size);
      this.#count(this.#folded.text.length);
      this.#grams.set(size, index);
    }
    let best: SimilarPlace | undefined;
    for (const chain of seedChains(index, pattern, this.#cost)) {
      const place = placeByChain(this.#folded.text, pattern, before.length, quote.length, chain, this.#cost);
      if (!best || place.score > best.score) best = place;
    }
    return best;
  }

  #count(steps: number): void {
    if (this.#cost) this.#cost.steps += steps;
  }
}

/** One locator in one text. */
export function findAnchor(text: string, locator: Locator, chunk?: ChunkPlace): Anchor {
  return new Anchorer(text).find(locator, chunk);
}

const lost: Anchor = { status: 'lost', start: -1, end: -1, confidence: 0 };

interface ExactPlace {
  at: number;
  /** How well the surroundings fit, 0..1. */
  context: number;
  inChunk: boolean;
  rank: number;
  only: boolean;
}

export interface SimilarPlace {
  start: number;
  end: number;
  /** Share of the whole pattern that was found, 0..1. */
  score: number;
  quoteShare: number;
  contextShare: number;
}

/** More than half of the words in their order; with surroundings that confirm the place, less. A short quote needs them. */
function isSameText({ start, end, quoteShare, contextShare }: SimilarPlace): boolean {
  if (end - start < 8) return quoteShare >= 0.5 && contextShare >= 0.4;
  return quoteShare >= 0.6 || (quoteShare >= 0.3 && contextShare >= 0.5);
}

/** Two unrelated pieces of one language still share a third of their letters by chance: that counts for nothing. */
const resemblance = (share: number) => Math.max(0, (share - 0.35) / 0.65);

/** Longest stretch between two seeds that is aligned letter by letter. */
const longestGap = 160;

function placeByChain(
  text: string,
  pattern: string,
  quoteAt: number,
  quoteLength: number,
  chain: readonly Seed[],
  cost: Cost | undefined,
): SimilarPlace {
  const quoteEnd = quoteAt + quoteLength;
  let start = -1;
  let end = -1;
  let inQuote = 0;
  let inContext = 0;
  const credit = (from: number, to: number, weight: number) => {
    const quoted = Math.max(0, Math.min(to, quoteEnd) - Math.max(from, quoteAt));
    inQuote += quoted * weight;
    inContext += (to - from - quoted) * weight;
  };
  const gap = (from: number, to: number, textFrom: number, textTo: number) => {
    const wanted = pattern.slice(from, to);
    const found = text.slice(textFrom, textTo);
    const aligned =
      wanted.length <= longestGap && found.length <= longestGap ? alignGap(wanted, found, cost) : undefined;
    if (aligned && to > from) credit(from, to, Math.max(0, 1 - aligned.distance / (to - from)));
    // A stretch that resembles nothing says nothing about an edge inside it: the passage then ends with what was found.
    const like = aligned && aligned.distance <= (to - from) / 2 ? aligned : undefined;
    const at = (index: number, edge: 'start' | 'end') => {
      if (edge === 'start') return like && index < to ? textFrom + like.lastAt(index - from) : textTo;
      return like && index > from ? textFrom + like.firstAt(index - from) : textFrom;
    };
    if (start < 0 && quoteAt >= from && quoteAt <= to) start = at(quoteAt, 'start');
    if (end < 0 && quoteEnd >= from && quoteEnd <= to) end = at(quoteEnd, 'end');
  };

  const first = chain[0];
  const last = chain.at(-1);
  if (!first || !last) return { start: 0, end: 0, score: 0, quoteShare: 0, contextShare: 0 };
  if (first.at > 0) gap(0, first.at, Math.max(0, first.place - first.at - Math.min(first.at, 12)), first.place);
  for (const [position, seed] of chain.entries()) {
    const seedEnd = seed.at + seed.length;
    credit(seed.at, seedEnd, 1);
    if (start < 0 && quoteAt >= seed.at && quoteAt < seedEnd) start = seed.place + quoteAt - seed.at;
    if (end < 0 && quoteEnd > seed.at && quoteEnd <= seedEnd) end = seed.place + quoteEnd - seed.at;
    const next = chain[position + 1];
    if (next) gap(seedEnd, next.at, seed.place + seed.length, next.place);
  }
  const lastEnd = last.at + last.length;
  const tail = pattern.length - lastEnd;
  const lastPlace = last.place + last.length;
  if (tail > 0) gap(lastEnd, pattern.length, lastPlace, Math.min(text.length, lastPlace + tail + Math.min(tail, 12)));
  const context = pattern.length - quoteLength;
  return {
    start: Math.max(0, start),
    end: Math.max(0, end),
    score: (inQuote + inContext) / pattern.length,
    quoteShare: inQuote / quoteLength,
    contextShare: context > 0 ? inContext / context : 0,
  };
}

const denseScript = /[\u0E00-\u0E7F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/gu;

/** Letters, where one of a script without spaces between words says as much as two or three. */
export function weightOf(text: string): number {
  return text.length + 1.5 * (text.match(denseScript)?.length ?? 0);
}

function commonStart(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a.charCodeAt(count) === b.charCodeAt(count)) count += 1;
  return count;
}

function commonEnd(a: string, b: string): number {
  let count = 0;
  while (
    count < a.length &&
    count < b.length &&
    a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)
  )
    count += 1;
  return count;
}
