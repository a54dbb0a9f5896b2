import { type Anchor, Anchorer } from '@cairn/contracts/anchor';
import type { Highlight } from '../../data/highlights.ts';
import type { ArticleChunk } from '../../data/reading.ts';

export interface PlacedHighlight {
  highlight: Highlight;
  anchor: Anchor;
}

/** Finds every highlight in the text as it is now, in text order; those that are not found come last and are kept. */
export function placeHighlights(
  text: string,
  highlights: readonly Highlight[],
  chunks: readonly ArticleChunk[],
): PlacedHighlight[] {
  if (highlights.length === 0) return [];
  const anchorer = new Anchorer(text);
  const places = new Map(
    chunks.map(({ hash, start }, index) => [hash, { start, end: chunks[index + 1]?.start ?? text.length }]),
  );
  return highlights
    .map((highlight) => ({
      highlight,
      anchor: anchorer.find(highlight.locator, places.get(highlight.locator.chunkHash)),
    }))
    .sort(byPlace);
}

function byPlace(a: PlacedHighlight, b: PlacedHighlight): number {
  const lost = Number(a.anchor.status === 'lost') - Number(b.anchor.status === 'lost');
  return lost || a.anchor.start - b.anchor.start || a.anchor.end - b.anchor.end;
}

/** The highlights at a place, the shortest first: it is the one that is meant. */
export function highlightsAt(placed: readonly PlacedHighlight[], offset: number): Highlight[] {
  return placed
    .filter(({ anchor }) => anchor.status !== 'lost' && anchor.start <= offset && offset < anchor.end)
    .sort((a, b) => a.anchor.end - a.anchor.start - (b.anchor.end - b.anchor.start))
    .map(({ highlight }) => highlight);
}
