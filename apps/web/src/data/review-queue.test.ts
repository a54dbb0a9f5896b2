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

it('has a grade from the moment it is given, also when the page ends at once', async () => {
  const kept = addToQueue('carol', review('d'));
  expect(localStorage.getItem('pkm-grades-carol')).toContain('"id":"d"');
  await kept;
  expect(localStorage.getItem('pkm-grades-carol')).toBeNull();
  // The page before this one ended there.
  localStorage.setItem('pkm-grades-carol', JSON.stringify([review('e')]));
  expect((await readQueue('carol')).map(({ id }) => id)).toEqual(['e', 'd']);
  await releaseInQueue('carol', 'e');
  expect((await readQueue('carol')).map(({ heldUntil }) => heldUntil)).toEqual([0, 9]);
  expect(await takeFromQueue('carol', ['e'])).toEqual(['e']);
  expect((await readQueue('carol')).map(({ id }) => id)).toEqual(['d']);
});
