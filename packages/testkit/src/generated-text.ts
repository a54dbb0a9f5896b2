/**
 * Text with the statistics of real text and none of its content: word frequencies follow Zipf's law, a third are function words,
 * sentences and paragraphs have natural lengths. The same seed gives the same text.
 */
export interface TextGenerator {
  paragraph(): string;
  title(): string;
  /** A word whose rank by frequency lies between the two (0 is the most frequent). */
  word(fromRank: number, toRank: number): string;
  pick<T>(from: readonly T[]): T;
}

const functionWords =
  'the of and to a in is that it for was on are as with his they be at one have this from by not but what all'.split(
    ' ',
  );
const onsets = 'b c d f g h j k l m n p r s t v w br ch cl cr dr fl fr gr pl pr qu sc sh sl sp st str th tr'.split(' ');
const nuclei = 'a e i o u ai ea ee ie oa oo ou io'.split(' ');
const codas = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'nt', 'st', 'ck', 'ng'];
const endings = ['', '', '', '', 's', 'ed', 'ing', 'ly', 'tion', 'ness'];
const vocabularySize = 20_000;

export function createTextGenerator(seed: number): TextGenerator {
  // The vocabulary is the same for every seed, so that a query made with one finds text made with another.
  const vocabulary = makeVocabulary();
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  // The inverse of Zipf's distribution: rank = N^u for a uniform u.
  const contentWord = () => vocabulary[Math.floor(vocabularySize ** random()) - 1] as string;
  const anyWord = () => (random() < 0.35 ? pick(functionWords) : contentWord());

  const sentence = () => {
    const words = Array.from({ length: 6 + Math.floor(random() * 16) }, anyWord);
    const text = words
      .map((word, i) => (i > 0 && i < words.length - 1 && random() < 0.08 ? `${word},` : word))
      .join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return {
    pick,
    paragraph: () => Array.from({ length: 3 + Math.floor(random() * 5) }, sentence).join(' '),
    title: () => Array.from({ length: 3 + Math.floor(random() * 5) }, contentWord).join(' '),
    word: (from, to) => vocabulary[from + Math.floor(random() * (to - from))] as string,
  };
}

function makeVocabulary(): string[] {
  const random = createRandom(4711);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const words = new Set<string>();
  while (words.size < vocabularySize) {
    // Frequent words are short.
    const syllables = 1 + Math.floor(random() * (words.size < 500 ? 2 : 3));
    let word = '';
    for (let i = 0; i < syllables; i += 1) word += pick(onsets) + pick(nuclei) + pick(codas);
    words.add(word + pick(endings));
  }
  return [...words];
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
