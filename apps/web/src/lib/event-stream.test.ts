import { expect, it } from 'vitest';
import { readEventStream } from './event-stream.ts';

function streamOf(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    },
  });
}

async function read(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const events: string[] = [];
  for await (const data of readEventStream(streamOf(chunks))) events.push(data);
  return events;
}

it('drops an event that the end of the stream cuts off', async () => {
  expect(await read('data: one\n\n', 'data: two\n')).toEqual(['one']);
});

it('reads events however they are cut into pieces', async () => {
  const bytes = new TextEncoder().encode('data: grüße 🪨\n\ndata: b\r\n\r\n: comment\nevent: x\ndata:c\n\n');
  const pieces = Array.from(bytes, (byte) => new Uint8Array([byte]));
  expect(await read(bytes)).toEqual(['grüße 🪨', 'b', 'c']);
  expect(await read(...pieces)).toEqual(['grüße 🪨', 'b', 'c']);
});

it('joins the lines of one event and skips empty events', async () => {
  expect(await read('\n\ndata: a\ndata: b\n\n\nid: 7\n\n')).toEqual(['a\nb']);
});

it('ends the request when the reader stops early', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: more\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const _ of readEventStream(endless)) break;
  await expect.poll(() => cancelled).toBe(true);
});
