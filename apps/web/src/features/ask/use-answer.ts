import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askLibrary } from '../../data/ask.ts';
import { ApiError } from '../../data/request.ts';
import { type Answer, askedAnswer, isRunning, withEvent } from './answer-state.ts';

/** Kept beside the other data of the signed-in user: opening a citation and coming back finds the answer again. */
const answerKey = ['ask', 'answer'] as const;

interface AnswerControl {
  answer: Answer | undefined;
  ask: (question: string) => Promise<void>;
  stop: () => void;
}

/** One question at a time; a new one ends the one before. */
export function useAnswer(): AnswerControl {
  const queryClient = useQueryClient();
  const { data: answer } = useQuery<Answer>({
    queryKey: answerKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const controller = useRef<AbortController | undefined>(undefined);
  const update = (change: (current: Answer) => Answer) =>
    queryClient.setQueryData<Answer>(answerKey, (current) => current && change(current));

  const stop = () => {
    controller.current?.abort();
    update((current) => (isRunning(current) ? { ...current, step: 'stopped' } : current));
  };
  const stopOnLeave = useRef(stop);
  stopOnLeave.current = stop;
  useEffect(() => () => stopOnLeave.current(), []);

  const ask = async (question: string) => {
    controller.current?.abort();
    const abort = new AbortController();
    controller.current = abort;
    queryClient.setQueryData<Answer>(answerKey, askedAnswer(question));
    try {
      for await (const event of askLibrary(question, abort.signal)) {
        if (abort.signal.aborted) return;
        update((current) => withEvent(current, event));
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      const problem = error instanceof ApiError ? error.message : 'The answer could not be fetched. Please ask again.';
      update((current) => ({ ...current, step: 'failed', problem }));
    }
  };

  return { answer, ask, stop };
}
