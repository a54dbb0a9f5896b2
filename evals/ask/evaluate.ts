import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerProvider, Passage } from '@cairn/server/platform/llm/llm';

export interface EvaluationText {
  id: string;
  title: string;
  body: string;
}

export interface EvaluationQuestion {
  textId: string;
  question: string;
  /** Words that a right answer contains; null when the texts do not answer the question. */
  expected: string | null;
  /** `dev` was used for tuning; figures are reported on `held-out`. Whole texts are in one half. */
  half: 'dev' | 'held-out';
}

export interface Figures {
  questions: number;
  /** Of the answers given, the share that holds the expected words. */
  precision: number;
  /** Of the answerable questions, the share answered rightly. */
  recall: number;
  /** Of the answerable questions, the share whose first sentence is right. */
  firstRight: number;
  /** Of the questions that cannot be answered, the share that was not answered. */
  notFound: number;
}

export interface Outcome extends EvaluationQuestion {
  answer: string[];
  right: boolean;
}

const folder = join(import.meta.dirname, 'fixtures');

export function readTexts(): EvaluationText[] {
  return readFileSync(join(folder, 'texts.md'), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      const [id = '', title = ''] = part.slice(0, end).split(' | ');
      return {
        id,
        title,
        body: part
          .slice(end + 1)
          .trim()
          .replaceAll('\n', '\n\n')
          .replaceAll('\n\n\n\n', '\n\n'),
      };
    });
}

export function readQuestions(texts: readonly EvaluationText[]): EvaluationQuestion[] {
  const rows = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as [string, string, string | null][];
  return rows.map(([textId, question, expected]) => {
    const half = texts.findIndex((text) => text.id === textId) % 2 === 0 ? 'dev' : 'held-out';
    return { textId, question, expected, half };
  });
}

/** Questions about the pages of the testkit (prose of four centuries in six languages): held out as a whole. */
export function readArticleQuestions(): EvaluationQuestion[] {
  const rows = JSON.parse(readFileSync(join(folder, 'article-questions.json'), 'utf8')) as [
    string,
    string,
    string | null,
  ][];
  return rows.map(([textId, question, expected]) => ({ textId, question, expected, half: 'held-out' }));
}

export async function evaluate(
  provider: AnswerProvider,
  questions: readonly EvaluationQuestion[],
  passagesFor: (question: string) => Promise<Passage[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const { signal } = new AbortController();
  for (const question of questions) {
    const answer: string[] = [];
    const passages = await passagesFor(question.question);
    for await (const { text } of provider.answer({ question: question.question, passages, signal })) answer.push(text);
    const { expected } = question;
    const right = expected === null ? answer.length === 0 : answer.some((text) => text.includes(expected));
    outcomes.push({ ...question, answer, right });
  }
  return outcomes;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const answerable = outcomes.filter((outcome) => outcome.expected !== null);
  const unanswerable = outcomes.filter((outcome) => outcome.expected === null);
  const answered = outcomes.filter((outcome) => outcome.answer.length > 0);
  const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
    whole.length === 0 ? 1 : Math.round((part.length / whole.length) * 1000) / 1000;
  return {
    questions: outcomes.length,
    precision: share(
      answered.filter((outcome) => outcome.expected !== null && outcome.right),
      answered,
    ),
    recall: share(
      answerable.filter((outcome) => outcome.right),
      answerable,
    ),
    firstRight: share(
      answerable.filter((outcome) => outcome.answer[0]?.includes(outcome.expected ?? '')),
      answerable,
    ),
    notFound: share(
      unanswerable.filter((outcome) => outcome.right),
      unanswerable,
    ),
  };
}
