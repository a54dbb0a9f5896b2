import { type Answer, askedAnswer, isRunning } from './answer-state.ts';

/** One item, or without one the whole library. */
export interface AskAbout {
  itemKind: 'note' | 'article';
  itemId: string;
}

/** The questions of this session in one scope. */
export interface Thread {
  /** Newest first. */
  answers: Answer[];
  /** Which of them is shown. */
  shownId: string | undefined;
}

export const emptyThread: Thread = { answers: [], shownId: undefined };
const mostAnswers = 10;

export const threadKey = (about: AskAbout | undefined) =>
  ['ask', 'thread', about ? `${about.itemKind} ${about.itemId}` : 'library'] as const;

/** The same question asked again takes the place of its last answer. */
export function withQuestion(thread: Thread, question: string, free = false): Thread {
  const answer = askedAnswer(question, free);
  const earlier = thread.answers.filter((other) => other.question !== question).map(endedIfRunning);
  return { answers: [answer, ...earlier].slice(0, mostAnswers), shownId: answer.id };
}

export function withAnswer(thread: Thread, id: string, change: (answer: Answer) => Answer): Thread {
  return { ...thread, answers: thread.answers.map((answer) => (answer.id === id ? change(answer) : answer)) };
}

export function endedIfRunning(answer: Answer): Answer {
  return isRunning(answer) ? { ...answer, step: 'stopped' } : answer;
}

export function shownAnswer({ answers, shownId }: Thread): Answer | undefined {
  return answers.find(({ id }) => id === shownId);
}
