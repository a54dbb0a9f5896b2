import { expect, it } from 'vitest';
import { rolloutBucket } from './rollout-bucket.ts';

const identity = { host: 'cairn.example', userId: 'a', userAgent: 'Mozilla/5.0' };
const buckets = (make: (index: number) => Partial<typeof identity>) =>
  Array.from({ length: 10_000 }, (_, index) => rolloutBucket({ ...identity, ...make(index) }));

it('is the same for the same host, user id and user agent, and from 0 to 99', () => {
  expect(rolloutBucket(identity)).toBe(rolloutBucket({ ...identity }));
  for (const bucket of buckets((index) => ({ userId: `${index}` }))) {
    expect(Number.isInteger(bucket) && bucket >= 0 && bucket < 100).toBe(true);
  }
});

it.each([
  ['host', (index: number) => ({ host: `${index}.example` })],
  ['user id', (index: number) => ({ userId: `person ${index}` })],
  ['user agent', (index: number) => ({ userAgent: `Browser/${index}` })],
])('differs by %s, and gives each number about the same share', (_name, make) => {
  const counts = new Map<number, number>();
  for (const bucket of buckets(make)) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  expect(counts.size).toBe(100);
  for (const count of counts.values()) expect(count).toBeGreaterThan(50);
  for (const count of counts.values()) expect(count).toBeLessThan(170);
});

it('does without a user id', () => {
  expect(rolloutBucket({ ...identity, userId: null })).toBe(rolloutBucket({ ...identity, userId: '' }));
});
