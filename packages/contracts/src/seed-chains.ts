import type { Cost } from './anchor.ts';

/** Where each k-gram of a text stands: a hash table in flat arrays, built in one pass over the text. */
export interface GramIndex {
  text: string;
  size: number;
  /** `places` of bucket b: from `starts[b]` to `starts[b + 1]`, in text order. */
  starts: Int32Array;
  places: Int32Array;
  mask: number;
}

export interface Seed {
  /** In the pattern. */
  at: number;
  /** In the text. */
  place: number;
  length: number;
}

/** A gram that stands more often says nothing about where to look. */
const mostPlaces = 48;
const mostCandidates = 6;
/** Seeds whose diagonals differ by less belong together. */
const diagonalWidth = 128;
const farthestShift = 256;

const dense = /[\u0E00-\u0E7F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/gu;

/** Scripts without spaces between words say as much in three characters as others in six. */
export function gramLength(pattern: string): number {
  return (pattern.match(dense)?.length ?? 0) * 3 > pattern.length ? 3 : 6;
}

export function buildGramIndex(text: string, size: number): GramIndex {
  const count = Math.max(0, text.length - size + 1);
  let buckets = 1024;
  while (buckets < count) buckets *= 2;
  const mask = buckets - 1;
  const starts = new Int32Array(buckets + 1);
  for (let at = 0; at < count; at += 1) {
    const bucket = hashAt(text, at, size) & mask;
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice(0, buckets);
  const places = new Int32Array(count);
  for (let at = 0; at < count; at += 1) {
    const bucket = hashAt(text, at, size) & mask;
    const slot = next[bucket] ?? 0;
    places[slot] = at;
    next[bucket] = slot + 1;
  }
  return { text, size, starts, places, mask };
}

function hashAt(text: string, at: number, size: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + size; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The likeliest places of a pattern: for each, pieces that are the same in both, in order, without overlap. */
export function seedChains(index: GramIndex, pattern: string, cost?: Cost): Seed[][] {
  const hits = findHits(index, pattern, cost);
  const votes = new Map<number, number>();
  for (const { at, place } of hits) {
    const diagonal = Math.floor((place - at) / diagonalWidth);
    votes.set(diagonal, (votes.get(diagonal) ?? 0) + 1);
  }
  // What was inserted or cut inside the passage shifts the rest of it: neighbours count together.
  const around = (diagonal: number) => {
    let sum = 0;
    for (let step = -2; step <= 2; step += 1) sum += votes.get(diagonal + step) ?? 0;
    return sum;
  };
  const candidates = [...votes.keys()]
    .map((diagonal) => ({ diagonal, votes: around(diagonal) + (votes.get(diagonal) ?? 0) / 4 }))
    .sort((a, b) => b.votes - a.votes || a.diagonal - b.diagonal);
  const chosen: number[] = [];
  for (const { diagonal } of candidates) {
    if (chosen.length === mostCandidates) break;
    if (chosen.every((other) => Math.abs(other - diagonal) > 2)) chosen.push(diagonal);
  }
  return chosen.map((diagonal) =>
    chainOf(
      hits.filter(({ at, place }) => Math.abs(Math.floor((place - at) / diagonalWidth) - diagonal) <= 2),
      cost,
    ),
  );
}

function findHits({ text, size, starts, places, mask }: GramIndex, pattern: string, cost?: Cost): Seed[] {
  const hits: Seed[] = [];
  for (let at = 0; at + size <= pattern.length; at += 1) {
    const bucket = hashAt(pattern, at, size) & mask;
    const from = starts[bucket] ?? 0;
    const to = starts[bucket + 1] ?? 0;
    if (cost) cost.steps += 1 + Math.min(to - from, mostPlaces * 4);
    if (to - from > mostPlaces * 4) continue;
    const found: number[] = [];
    for (let slot = from; slot < to; slot += 1) {
      const place = places[slot] ?? 0;
      if (text.startsWith(pattern.slice(at, at + size), place)) found.push(place);
    }
    if (found.length <= mostPlaces) for (const place of found) hits.push({ at, place, length: size });
  }
  return hits;
}

/** Runs of hits on one diagonal become one seed; then the heaviest order-keeping selection. */
function chainOf(hits: readonly Seed[], cost?: Cost): Seed[] {
  const runs: Seed[] = [];
  const open = new Map<number, Seed>();
  for (const { at, place, length } of hits) {
    const run = open.get(place - at);
    if (run && run.at + run.length >= at) {
      run.length = at + length - run.at;
    } else {
      const started = { at, place, length };
      open.set(place - at, started);
      runs.push(started);
    }
  }
  // Long seeds are sure; of very many only the longest are looked at, so that the work below stays bounded.
  const kept = runs.sort((a, b) => b.length - a.length || a.at - b.at).slice(0, 200);
  kept.sort((a, b) => a.at - b.at || a.place - b.place);
  const weight: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (const [index, seed] of kept.entries()) {
    weight[index] = seed.length;
    previous[index] = -1;
    for (let other = 0; other < index; other += 1) {
      const earlier = kept[other];
      if (!earlier || earlier.at >= seed.at || earlier.place >= seed.place) continue;
      const overlap = Math.max(0, earlier.at + earlier.length - seed.at, earlier.place + earlier.length - seed.place);
      if (overlap >= seed.length) continue;
      const shift = Math.abs(seed.place - seed.at - (earlier.place - earlier.at));
      // Further apart than any insertion: a part of it went elsewhere, and the larger part is the passage.
      if (shift > farthestShift) continue;
      const sum = (weight[other] ?? 0) + seed.length - overlap - Math.min(4, shift / 8);
      if (sum > (weight[index] ?? 0)) {
        weight[index] = sum;
        previous[index] = other;
      }
    }
    if (best < 0 || (weight[index] ?? 0) > (weight[best] ?? 0)) best = index;
  }
  if (cost) cost.steps += kept.length * kept.length;
  const chain: Seed[] = [];
  for (let index = best; index >= 0; index = previous[index] ?? -1) {
    const seed = kept[index];
    if (seed) chain.unshift({ ...seed });
  }
  // Two seeds may share a few letters: they belong to the first.
  for (const [index, seed] of chain.entries()) {
    const earlier = chain[index - 1];
    if (!earlier) continue;
    const overlap = Math.max(0, earlier.at + earlier.length - seed.at, earlier.place + earlier.length - seed.place);
    seed.at += overlap;
    seed.place += overlap;
    seed.length -= overlap;
  }
  return chain;
}
