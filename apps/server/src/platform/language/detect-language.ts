import { stopWords } from './stop-words.ts';

/** Enough to tell a language by its small words, and a bound for the work. */
const sampleLength = 4000;
const leastHits = 2;

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Thai}/gu, 'th'],
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The primary language subtag of a text by its script, else by its stop words; null when it cannot be told. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, sampleLength).toLowerCase();
  const letters = count(sample, /\p{L}/gu);
  if (letters === 0) return null;
  for (const [pattern, language] of scripts) {
    if (count(sample, pattern) > letters * 0.2) return language;
  }
  if (count(sample, /\p{Script=Cyrillic}/gu) > letters * 0.4) return /[іїєґ]/u.test(sample) ? 'uk' : 'ru';
  return byStopWords(sample);
}

function byStopWords(sample: string): string | null {
  const tokens = sample.match(/\p{L}+/gu) ?? [];
  let best: string | null = null;
  let bestHits = leastHits - 1;
  for (const [language, words] of stopWords) {
    let hits = 0;
    for (const token of tokens) if (words.has(token)) hits += 1;
    if (hits > bestHits) {
      best = language;
      bestHits = hits;
    }
  }
  return best;
}
