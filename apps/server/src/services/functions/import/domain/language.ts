import { franc, francAll } from 'franc-min';

/** A language tag in its canonical spelling (`de`, `zh-Hant`, `pt-BR`), or null. */
export function languageTag(raw: string | null | undefined): string | null {
  const tag = raw
    ?.split(/[,;]/)[0]
    ?.trim()
    .replaceAll('_', '-')
    .replace(/\.[A-Za-z0-9-]+$/, '');
  if (!tag || tag.length > 35) return null;
  try {
    const canonical = Intl.getCanonicalLocales(tag)[0] ?? null;
    return canonical && !/^(?:und|mul|zxx|x)\b/.test(canonical) ? canonical : null;
  } catch {
    return null;
  }
}

// Enough for the statistics to be sure, short enough to be quick on a whole book.
const minLetters = 60;
const sampleLength = 4_000;
// The best language ranks 1, its relatives 0.95 to 0.99, others below.
const plainContradiction = 0.94;

/** The language that a text is written in, from its letters; null when it is too short to tell. */
export function detectLanguage(text: string): string | null {
  const code = franc(sample(text), { minLength: minLetters });
  return code === 'und' ? null : languageTag(code);
}

/**
 * What the page declares, unless the text plainly contradicts it: templates often say `en` whatever is written in them.
 */
export function articleLanguage(declared: string | null, text: string): string | null {
  const tag = languageTag(declared);
  if (!tag) return detectLanguage(text);
  if (text.length < 600) return tag;
  const ranking = francAll(sample(text), { minLength: minLetters });
  const best = ranking[0];
  if (!best || best[0] === 'und') return tag;
  const base = tag.split('-')[0];
  const own = ranking.find(([code]) => languageTag(code) === base);
  // Not ranked: another script, or a language that the detector does not know; the former is a contradiction.
  if (!own) return isKnown(base) ? languageTag(best[0]) : tag;
  return own[1] < plainContradiction ? languageTag(best[0]) : tag;
}

// Languages whose script decides; the detector then lists nothing else.
const scriptBound = new Set(
  'en de fr es it pt nl sv da nb pl cs ro hu tr fi ru uk bg sr be el he ar fa ur hi ja zh ko th ka hy'.split(' '),
);

function isKnown(base: string | undefined): boolean {
  return base !== undefined && scriptBound.has(base);
}

function sample(text: string): string {
  if (text.length <= sampleLength) return text;
  // From the middle: beginnings carry names, dates and mottoes in other languages.
  const start = Math.floor((text.length - sampleLength) / 2);
  return text.slice(start, start + sampleLength);
}

const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const anyLetter = /\p{L}/u;

/** The direction of most of a text's letters. */
export function textDirection(text: string): 'ltr' | 'rtl' {
  let rtl = 0;
  let letters = 0;
  for (const character of text.slice(0, 20_000)) {
    if (!anyLetter.test(character)) continue;
    letters += 1;
    if (rtlLetter.test(character)) rtl += 1;
  }
  return rtl * 2 > letters ? 'rtl' : 'ltr';
}
