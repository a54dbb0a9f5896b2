/** Something that can be found by its title or by other words for it. */
export interface Findable {
  title: string;
  keywords?: readonly string[] | undefined;
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** What contains every typed word, best first: a title that begins so, then a word of it, then anywhere, then another word for it. */
export function rankMatches<Item extends Findable>(items: readonly Item[], query: string): Item[] {
  const words = fold(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [...items];
  return items
    .map((item, index) => ({ item, index, cost: costOf(item, words) }))
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.cost - b.cost || a.index - b.index)
    .map(({ item }) => item);
}

function costOf({ title, keywords = [] }: Findable, words: readonly string[]): number {
  const folded = fold(title);
  const others = fold(keywords.join(' '));
  let cost = 0;
  for (const word of words) {
    if (folded.startsWith(word)) cost += 0;
    else if (folded.includes(` ${word}`)) cost += 1;
    else if (folded.includes(word)) cost += 2;
    else if (others.startsWith(word) || others.includes(` ${word}`)) cost += 3;
    else return Number.POSITIVE_INFINITY;
  }
  return cost;
}
