import { createExtractiveProvider } from '@cairn/server/platform/llm/extractive-provider';
import type { Passage } from '@cairn/server/platform/llm/llm';
import { chunkText } from '@cairn/server/services/indexing/domain/chunk-text';
import { evaluate, figuresOf, readQuestions, readTexts } from './ask/evaluate.ts';

/** Every chunk that shares a word beginning with the question, those with most first: a generous stand-in for the database's search. */
function passagesIn(passages: readonly Passage[], most = 24): (question: string) => Promise<Passage[]> {
  const beginnings = (text: string): string[] =>
    (text.toLowerCase().match(/\p{L}{4,}|\p{N}+/gu) ?? []).map((w) => w.slice(0, 5));
  const indexed = passages.map((passage) => ({
    passage,
    words: new Set(beginnings(`${passage.title} ${passage.text}`)),
  }));
  return async (question) => {
    const asked = beginnings(question);
    return indexed
      .map(({ passage, words }) => ({ passage, hits: asked.filter((word) => words.has(word)).length }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, most)
      .map(({ passage }) => passage);
  };
}

/** Run by `ask.eval.mjs`. `verbose` prints what went wrong in the development half; the held-out half is only counted. */
export async function run(verbose: boolean): Promise<void> {
  const texts = readTexts();
  const passages = texts.flatMap((text) =>
    chunkText(text.body).map((chunk) => ({
      chunkId: `${text.id}/${chunk.ordinal}`,
      text: chunk.text,
      title: text.title,
    })),
  );
  const provider = createExtractiveProvider();
  const outcomes = await evaluate(provider, readQuestions(texts), passagesIn(passages));
  if (verbose) {
    for (const outcome of outcomes) {
      if (
        outcome.half !== 'dev' ||
        (outcome.right && (outcome.expected === null || outcome.answer[0]?.includes(outcome.expected)))
      )
        continue;
      console.log(
        `${outcome.question}\n  wanted: ${outcome.expected ?? 'nothing'}\n  got:    ${outcome.answer.join(' | ') || 'nothing'}`,
      );
    }
  }
  for (const half of ['dev', 'held-out'] as const) {
    console.log(half, JSON.stringify(figuresOf(outcomes.filter((outcome) => outcome.half === half))));
  }
}
