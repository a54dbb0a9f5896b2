import { expect, it } from 'vitest';
import { addToQueue, type QueuedReview, readQueue, releaseInQueue, takeFromQueue } from './review-queue.ts';

// There is no IndexedDB here, as in a browser that blocks it. e2e/rehearse.e2e.ts tests the durable one.
const review = (id: string): QueuedReview => ({
  id,
  cueId: 'cue',
  grade: 3,
  reviewedAt: 1,
  durationMs: 1,
  heldUntil: 9,
});

it('keeps grades of each person apart, each once, and says which were still there', async () => {
  await addToQueue('alice', review('a'));
  await addToQueue('alice', review('b'));
  await addToQueue('alice', review('a'));
  await addToQueue('bob', review('c'));
  expect((await readQueue('alice')).map(({ id }) => id)).toEqual(['b', 'a']);

  await releaseInQueue('alice', 'a');
  expect((await readQueue('alice')).map(({ heldUntil }) => heldUntil)).toEqual([9, 0]);

  expect(await takeFromQueue('alice', ['a', 'c'])).toEqual(['a']);
  expect(await takeFromQueue('alice', ['a'])).toEqual([]);
  expect((await readQueue('alice')).map(({ id }) => id)).toEqual(['b']);
  expect((await readQueue('bob')).map(({ id }) => id)).toEqual(['c']);
});
