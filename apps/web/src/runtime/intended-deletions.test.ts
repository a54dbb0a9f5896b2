import { beforeEach, expect, it } from 'vitest';
import { carryOutLeftDeletions, forgetDeletions, keepDeletions } from './intended-deletions.ts';

const userId = 'a11ce000-0000-4000-8000-000000000001';
const key = `pkm-deletions-${userId}`;
const kept = () => localStorage.getItem(key);
beforeEach(() => localStorage.clear());

it('keeps a deletion until it is done or taken back, once', () => {
  keepDeletions(userId, [{ table: 'articles', id: 'a' }], 5);
  keepDeletions(
    userId,
    [
      { table: 'articles', id: 'a' },
      { table: 'tags', id: 't' },
    ],
    9,
  );
  expect(JSON.parse(kept() ?? '')).toEqual([
    { table: 'articles', id: 'a', until: 9 },
    { table: 'tags', id: 't', until: 9 },
  ]);
  forgetDeletions(userId, [{ table: 'articles', id: 'a' }]);
  expect(JSON.parse(kept() ?? '')).toHaveLength(1);
  forgetDeletions(userId, [{ table: 'tags', id: 't' }]);
  expect(kept()).toBeNull();
});

it('leaves alone what another tab may still take back, and what somebody wrote into the storage', async () => {
  keepDeletions(userId, [{ table: 'articles', id: 'a' }], 100);
  await carryOutLeftDeletions(userId, 99);
  expect(JSON.parse(kept() ?? '')).toHaveLength(1);
  for (const damaged of ['{', '"x"', '[null, {"table":"profiles","id":"x","until":0}]']) {
    localStorage.setItem(key, damaged);
    await carryOutLeftDeletions(userId, 1000);
  }
});
