import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { detectLanguage } from '../language/detect-language.ts';
import { analyseQuestion, type Question } from './extractive/question.ts';
import { type CandidatePassage, type ScoredSentence, scorePassage, termWeights } from './extractive/score.ts';
import { splitSentences } from './extractive/sentences.ts';
import { tokenize } from './extractive/terms.ts';
import type { AnswerProvider, AnswerRequest, AnswerSentence } from './llm.ts';

/** A citation's quote may not be longer (contracts/locator.ts). */
const longestQuote = 4000;
const mostSentences = 5;

/**
 * The built-in answer provider: picks the sentences of the passages that answer the question and quotes them word for word.
 * It needs no network and no key. When no sentence covers what is asked, it yields nothing.
 */
export function createExtractiveProvider(): AnswerProvider {
  return {
    name: 'Cairn',
    kind: 'extractive',
    async *answer(request) {
      for (const sentence of await answerSentences(request)) yield sentence;
    },
  };
}

async function answerSentences({ question: text, passages, signal }: AnswerRequest): Promise<AnswerSentence[]> {
  const textLanguage = detectLanguage(passages.map((passage) => passage.text.slice(0, 400)).join('\n'));
  const question = analyseQuestion(text, textLanguage);
  if (question.terms.length === 0) return [];
  const candidates: CandidatePassage[] = [];
  for (const passage of passages) {
    signal.throwIfAborted();
    const language = detectLanguage(passage.text) ?? question.language;
    candidates.push({
      chunkId: passage.chunkId,
      title: tokenize(passage.title, language),
      sentences: splitSentences(passage.text, language).map((sentence) => ({
        ...sentence,
        tokens: tokenize(sentence.text, language),
      })),
    });
    await yieldToOthers();
  }
  const weights = termWeights(question, candidates);
  const scored: ScoredSentence[] = [];
  for (const candidate of candidates) {
    signal.throwIfAborted();
    scored.push(...scorePassage(question, weights, candidate));
    await yieldToOthers();
  }
  return select(question, scored)
    .flatMap(({ before, text: quote, chunkId }) => [
      ...(before ? [{ quote: before, chunkId }] : []),
      { quote, chunkId },
    ])
    .slice(0, mostSentences)
    .map(({ quote, chunkId }) => ({ text: quote.replace(/\s+/gu, ' '), citations: [{ chunkId, quote }] }));
}

/** The best sentence and those nearly as good that add something. */
function select(question: Question, scored: readonly ScoredSentence[]): ScoredSentence[] {
  const answers = scored
    .filter((sentence) => sentence.answers && sentence.text.length <= longestQuote)
    .sort((a, b) => b.score - a.score);
  const [best] = answers;
  if (!best) return [];
  const isFact = question.kind !== 'why' && question.kind !== 'other' && question.kind !== 'definition';
  const most = isFact ? 2 : mostSentences;
  const chosen: ScoredSentence[] = [];
  for (const sentence of answers) {
    if (chosen.length === most) break;
    if (sentence.score < best.score * (isFact ? 0.88 : 0.8)) break;
    if (chosen.every((other) => overlap(sentence, other) < 0.6)) chosen.push(sentence);
  }
  return chosen;
}

function overlap(a: ScoredSentence, b: ScoredSentence): number {
  const one = new Set(a.tokens.map((token) => token.stem));
  const two = new Set(b.tokens.map((token) => token.stem));
  let shared = 0;
  for (const stem of one) if (two.has(stem)) shared += 1;
  return shared / Math.max(1, Math.min(one.size, two.size));
}
