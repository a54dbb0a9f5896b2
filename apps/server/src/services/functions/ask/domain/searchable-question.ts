const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
/** Particles and endings: they stand everywhere and tell passages apart badly. */
const small = /^\p{Script=Hiragana}{1,3}$/u;

/**
 * The search takes what stands between spaces as one word that must be found whole. A question in a script without spaces is
 * therefore taken apart, so that a passage with some of its words is found.
 */
export function searchableQuestion(question: string): string {
  if (!unspaced.test(question)) return question;
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(question)) if (isWordLike) words.push(segment);
  const telling = words.filter((word) => !small.test(word));
  return (telling.length > 0 ? telling : words).join(' ');
}
