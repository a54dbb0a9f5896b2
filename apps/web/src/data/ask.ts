import type { AskEvent, AskRequest } from '@cairn/contracts/ask';
import { readEventStream } from '../lib/event-stream.ts';
import { streamFunction } from './functions.ts';
import { ApiError } from './request.ts';

/** Yields the events of one answer. Ends after `done`, `not_found` or `failed`; throws when the stream breaks off before. */
export async function* askLibrary(
  question: string,
  { about, free }: Pick<AskRequest, 'about' | 'free'>,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const stream = await streamFunction(
    'ask',
    { question, ...(about ? { about } : {}), ...(free ? { free } : {}) },
    signal,
  );
  for await (const data of readEventStream(stream)) {
    const event = JSON.parse(data) as AskEvent;
    yield event;
    if (event.type === 'done' || event.type === 'not_found' || event.type === 'failed') return;
  }
  throw new ApiError('unavailable', 'The answer broke off. Please ask again.');
}
