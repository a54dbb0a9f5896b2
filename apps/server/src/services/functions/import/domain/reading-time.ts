const wordsPerMinute = 230;
// Written without spaces; read character by character.
const charactersPerMinute = 450;
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
// The segmenter's cost grows faster than its input when it is given a whole book at once.
const sliceLength = 20_000;

export interface TextSize {
  words: number;
  /** Whole minutes, at least 1. */
  minutes: number;
}

/** Counts words as the language has them (also where no spaces part them) and how long reading them takes. */
export function textSize(text: string, language: string | null): TextSize {
  const segmenter = new Intl.Segmenter(supported(language), { granularity: 'word' });
  let words = 0;
  let ideographicWords = 0;
  for (const paragraphs of slices(text)) {
    for (const { segment, isWordLike } of segmenter.segment(paragraphs)) {
      if (!isWordLike) continue;
      words += 1;
      if (isIdeographic(segment)) ideographicWords += 1;
    }
  }
  const characters = text.match(ideographs)?.length ?? 0;
  const minutes = (words - ideographicWords) / wordsPerMinute + characters / charactersPerMinute;
  return { words, minutes: Math.max(1, Math.round(minutes)) };
}

function isIdeographic(segment: string): boolean {
  ideographs.lastIndex = 0;
  return ideographs.test(segment);
}

function* slices(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + sliceLength);
    if (end < text.length) {
      const breakAt = text.lastIndexOf('\n', end);
      const spaceAt = text.lastIndexOf(' ', end);
      if (breakAt > start) end = breakAt;
      else if (spaceAt > start) end = spaceAt;
    }
    yield text.slice(start, end);
    start = end;
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
