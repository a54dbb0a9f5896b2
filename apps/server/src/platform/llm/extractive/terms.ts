import { type Stemmer, stemmerOf } from '../../language/stemmers.ts';
import { synonymsOf } from './synonyms.ts';

/** A word as it is compared: without case, accents and ending. */
export interface Token {
  /** As written. */
  surface: string;
  /** Lower case. */
  word: string;
  stem: string;
}

const words = /[\p{L}\p{N}\p{M}]+(?:[.,](?=\d)\p{N}+)*/gu;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

export function tokenize(text: string, language: string | null): Token[] {
  const stemmer = stemmerOf(language);
  const plain = text.replace(/['’](?:s\b)?/gu, (mark) => (mark.length > 1 ? '' : ' '));
  if (withoutSpaces.test(plain)) {
    const tokens: Token[] = [];
    for (const { segment, isWordLike } of wordSegmenter.segment(plain)) {
      if (isWordLike) tokens.push(tokenOf(segment, stemmer));
    }
    return tokens;
  }
  return (plain.match(words) ?? []).map((surface) => tokenOf(surface, stemmer));
}

function tokenOf(surface: string, stemmer: Stemmer): Token {
  const word = surface.toLowerCase();
  if (/\p{N}/u.test(word)) return { surface, word, stem: word.replace(/[.,](?=\d{3}(?:\D|$))/g, '') };
  return { surface, word, stem: fold(stemmer(word)) };
}

/** How well a word of the text stands for a word of the question: 0 (not at all) to 1 (the same word in some form). */
export function likeness(asked: Token, found: Token): number {
  if (asked.word === found.word) return 1;
  // A stemmer makes one of "Mr" and "Mrs": such short words are the same only letter by letter.
  const short = Math.max(asked.word.length, found.word.length) <= 3;
  if (asked.stem === found.stem && !short) return 1;
  if (synonymsOf(asked.word).has(found.word) || synonymsOf(asked.stem).has(found.stem)) return 0.9;
  if (/\p{N}/u.test(asked.word) || /\p{N}/u.test(found.word)) return 0;
  return sharesRoot(asked.stem, found.stem) ? 0.7 : 0;
}

/** Derived forms that a stemmer keeps apart: discover and discovery, explore and explorer. */
function sharesRoot(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4) return false;
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  return shared >= 5
    ? shared >= long.length * 0.62 && short.length - shared <= 3
    : shared === short.length && long.length <= short.length + 3;
}

/** Best likeness of a word of the question among the words of a text. */
export function bestLikeness(asked: Token, tokens: Iterable<Token>): number {
  let best = 0;
  for (const token of tokens) {
    const value = likeness(asked, token);
    if (value > best) best = value;
    if (best === 1) break;
  }
  return best;
}
