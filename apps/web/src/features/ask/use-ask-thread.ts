import { quotaResultOf } from '@cairn/contracts/plans';
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askLibrary } from '../../data/ask.ts';
import { ApiError } from '../../data/request.ts';
import { type Answer, withEvent } from './answer-state.ts';
import {
  type AskAbout,
  emptyThread,
  endedIfRunning,
  shownAnswer,
  type Thread,
  threadKey,
  withAnswer,
  withQuestion,
} from './answer-thread.ts';

/**
 * Answers stand beside the other data of the signed-in user and go on while another screen is open: opening a citation and
 * coming back finds the answer again. They leave the memory with the session.
 */
const running = new WeakMap<QueryClient, Map<string, AbortController>>();

interface AskOptions {
  /** Without spending an AI request. */
  free?: boolean | undefined;
}

interface AskThread {
  thread: Thread;
  shown: Answer | undefined;
  /** One question at a time in a scope; a new one ends the one before. */
  ask: (question: string, options?: AskOptions) => void;
  stop: () => void;
  show: (id: string) => void;
  saved: (id: string, noteId: string) => void;
}

export function useAskThread(about: AskAbout | undefined): AskThread {
  const queryClient = useQueryClient();
  const key = threadKey(about);
  const scope = key[2];
  const { data: thread = emptyThread } = useQuery<Thread>({
    queryKey: key,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const actions = useMemo(() => {
    const target = scopeOf(scope);
    const change = (next: (thread: Thread) => Thread) =>
      queryClient.setQueryData<Thread>(threadKey(target), (current) => next(current ?? emptyThread));
    return {
      ask: (question: string, { free }: AskOptions = {}) => void runQuestion(queryClient, target, question, free),
      stop: () => {
        controllers(queryClient).get(scope)?.abort();
        change((current) => ({ ...current, answers: current.answers.map(endedIfRunning) }));
      },
      show: (id: string) => void change((current) => ({ ...current, shownId: id })),
      saved: (id: string, noteId: string) =>
        void change((current) => withAnswer(current, id, (answer) => ({ ...answer, savedAs: noteId }))),
    };
  }, [queryClient, scope]);
  return { thread, shown: shownAnswer(thread), ...actions };
}

/** The scope's name is what the hooks depend on: `about` is a new object at every render. */
function scopeOf(scope: string): AskAbout | undefined {
  const [itemKind, itemId] = scope.split(' ');
  return itemId && (itemKind === 'note' || itemKind === 'article') ? { itemKind, itemId } : undefined;
}

function controllers(queryClient: QueryClient): Map<string, AbortController> {
  const known = running.get(queryClient) ?? new Map<string, AbortController>();
  running.set(queryClient, known);
  return known;
}

export async function runQuestion(
  queryClient: QueryClient,
  about: AskAbout | undefined,
  question: string,
  free = false,
): Promise<void> {
  const key = threadKey(about);
  const here = controllers(queryClient);
  here.get(key[2])?.abort();
  const controller = new AbortController();
  const { signal } = controller;
  here.set(key[2], controller);
  const asked = queryClient.setQueryData<Thread>(key, (current) =>
    withQuestion(current ?? emptyThread, question, free),
  );
  const id = asked?.answers[0]?.id ?? '';
  // Who signs out clears the cache: what is still under way then ends, and is not put back.
  const update = (change: (answer: Answer) => Answer) => {
    const current = queryClient.getQueryData<Thread>(key);
    if (current?.answers.some((answer) => answer.id === id)) {
      queryClient.setQueryData<Thread>(key, withAnswer(current, id, change));
    } else controller.abort();
  };
  try {
    for await (const event of askLibrary(question, { about, free }, signal)) {
      if (signal.aborted) return;
      update((answer) => withEvent(answer, event));
    }
  } catch (error) {
    if (signal.aborted) return;
    const problem =
      error instanceof ApiError
        ? { code: error.code, message: error.message, quota: quotaResultOf(error.details) ?? undefined }
        : { code: 'internal', message: 'The answer could not be fetched. Please try again.' };
    update((answer) => ({ ...answer, step: 'failed', problem }));
  } finally {
    if (here.get(key[2]) === controller) here.delete(key[2]);
  }
}
