import type { AskEvent, Citation } from '@cairn/contracts/ask';
import type { QuotaResult } from '@cairn/contracts/plans';

/** A sentence and the numbers of its sources. */
export interface AnswerSentence {
  text: string;
  sources: number[];
}

export interface Answer {
  /** Made when it is asked: tells two askings of one question apart. */
  id: string;
  question: string;
  /** Asked for without spending an AI request: always quoted, never written by a model. */
  free: boolean;
  step: 'asking' | 'answering' | 'done' | 'not_found' | 'stopped' | 'failed';
  providerKind: 'extractive' | 'generative' | undefined;
  sentences: AnswerSentence[];
  /** In the order in which they are first cited; source n is at n - 1. */
  sources: Citation[];
  /** The nearest passages when there is no answer. */
  nearest: Citation[];
  problem: AnswerProblem | undefined;
  /** The note it was saved as. */
  savedAs: string | undefined;
}

export interface AnswerProblem {
  /** Of the server's error, or `offline`. */
  code: string;
  message: string;
  /** With `quota_exceeded`: what is left, and what would raise it. */
  quota?: QuotaResult | undefined;
}

let asked = 0;

export function askedAnswer(question: string, free = false): Answer {
  asked += 1;
  return {
    id: `answer-${asked}`,
    question,
    free,
    step: 'asking',
    providerKind: undefined,
    sentences: [],
    sources: [],
    nearest: [],
    problem: undefined,
    savedAs: undefined,
  };
}

export function withEvent(answer: Answer, event: AskEvent): Answer {
  switch (event.type) {
    case 'start':
      return { ...answer, step: 'answering', providerKind: event.providerKind };
    case 'sentence': {
      const sources = [...answer.sources];
      const numbers = event.citations.map((citation) => {
        const known = sources.findIndex((source) => samePlace(source, citation));
        return known === -1 ? sources.push(citation) : known + 1;
      });
      return {
        ...answer,
        sources,
        sentences: [...answer.sentences, { text: event.text, sources: [...new Set(numbers)] }],
      };
    }
    case 'done':
      return { ...answer, step: 'done' };
    case 'not_found':
      return { ...answer, step: 'not_found', nearest: event.nearest };
    case 'failed':
      return { ...answer, step: 'failed', problem: { code: event.code, message: event.message } };
  }
}

/** The same passage is one source, however often it is cited. */
function samePlace(a: Citation, b: Citation): boolean {
  return (
    a.itemId === b.itemId &&
    a.locator.chunkHash === b.locator.chunkHash &&
    a.locator.quote === b.locator.quote &&
    a.locator.prefix === b.locator.prefix
  );
}

export function isRunning({ step }: Answer): boolean {
  return step === 'asking' || step === 'answering';
}
