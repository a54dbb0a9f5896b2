const wordsPerMinute = 230;
// Written without spaces; read character by character.
const charactersPerMinute = 450;
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
// Scripts whose words only a dictionary can tell apart.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spacedWord = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\p{Join_Control}_]|['’.·](?=[\p{L}\p{N}])|,(?=\p{N}))*/gu;

export interface TextSize {
  words: number;
  /** Whole minutes, at least 1. */
  minutes: number;
}

/**
 * Counts words as the language has them and how long reading them takes. The segmenter knows every script but is twenty times
 * slower than a pattern, so only paragraphs that need a dictionary go through it.
 */
export function textSize(text: string, language: string | null): TextSize {
  let words = 0;
  let ideographicWords = 0;
  let segmenter: Intl.Segmenter | undefined;
  for (const paragraph of paragraphsOf(text)) {
    if (!unspaced.test(paragraph)) {
      words += paragraph.match(spacedWord)?.length ?? 0;
      continue;
    }
    segmenter ??= new Intl.Segmenter(supported(language), { granularity: 'word' });
    for (const { segment, isWordLike } of segmenter.segment(paragraph)) {
      if (!isWordLike) continue;
      words += 1;
      if (segment.search(ideographs) >= 0) ideographicWords += 1;
    }
  }
  const characters = text.match(ideographs)?.length ?? 0;
  const minutes = (words - ideographicWords) / wordsPerMinute + characters / charactersPerMinute;
  return { words, minutes: Math.max(1, Math.round(minutes)) };
}

// The segmenter's cost grows faster than its input: a paragraph without end is cut.
const maxParagraph = 20_000;

function* paragraphsOf(text: string): Generator<string> {
  for (const paragraph of text.split('\n')) {
    for (let start = 0; start < paragraph.length; start += maxParagraph)
      yield paragraph.slice(start, start + maxParagraph);
  }
}

function supported(language: string | null): string | undefined {
  if (!language) return undefined;
  try {
    return Intl.Segmenter.supportedLocalesOf(language)[0];
  } catch {
    return undefined;
  }
}
