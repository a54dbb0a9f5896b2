import { describe, expect, it } from 'vitest';
import { textSize } from './reading-time.ts';

describe('textSize', () => {
  it.each([
    ['One two, three.', 'en', 3],
    ["It's O’Brien's well-known 1,000.5", 'en', 5],
    ['', 'en', 0],
    ['— … !', 'en', 0],
    ['吾輩は猫である。', 'ja', 5],
    ['สวัสดีชาวโลก', 'th', 3],
    ['می\u200cخواهم بروم', 'fa', 2],
    ['English 和 中文', null, 3],
  ])('%s (%s): %i words', (text, language, words) => {
    expect(Math.abs(textSize(text, language).words - words)).toBeLessThanOrEqual(words > 4 ? 1 : 0);
  });

  it('agrees with the segmenter on ordinary prose', () => {
    const prose =
      'However little known the feelings or views of such a man may be, on his first entering a neighbourhood, this truth is so well fixed.';
    const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(prose)].filter(
      (part) => part.isWordLike,
    ).length;
    expect(textSize(prose, 'en').words).toBe(words);
  });

  it('tells the minutes, at least one', () => {
    expect(textSize('word '.repeat(2300), 'en').minutes).toBe(10);
    expect(textSize('猫'.repeat(4500), 'ja').minutes).toBe(10);
    expect(textSize('short', 'en').minutes).toBe(1);
  });

  it('takes an unknown language tag, and a paragraph without end', () => {
    expect(textSize('猫 '.repeat(30_000), 'xx-not-a-language-at-all').words).toBe(30_000);
  });
});
