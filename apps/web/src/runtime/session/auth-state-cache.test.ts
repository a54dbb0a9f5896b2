import { expect, it } from 'vitest';
import type { Clock, KeyValueStore } from '../environment.ts';
import { authStateKey, readAuthState, writeAuthState } from './auth-state-cache.ts';

const hour = 60 * 60 * 1000;
const person = { id: 'a', email: 'a@example.org' };

function setUp() {
  const kept = new Map<string, string>();
  const time = { now: 1_000_000 };
  const clock = { now: () => time.now } as Clock;
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as KeyValueStore;
  return { kept, time, clock, store };
}

it('is forgotten after a day, or when another version wrote it', () => {
  const { kept, time, clock, store } = setUp();
  writeAuthState(store, clock, person);
  time.now += 24 * hour - 1;
  expect(readAuthState(store, clock)).toMatchObject({
    authState: 'authenticated',
    version: '1.0',
    userProfile: person,
  });
  time.now += 1;
  expect(readAuthState(store, clock)).toBeUndefined();

  writeAuthState(store, clock, person);
  kept.set(authStateKey, (kept.get(authStateKey) ?? '').replace('"version":"1.0"', '"version":"0.9"'));
  expect(readAuthState(store, clock)).toBeUndefined();
});

it('knows the tier of the same person only, free until it is told', () => {
  const { clock, store } = setUp();
  const tierOf = () => readAuthState(store, clock)?.userProfile.subscriptionTier;
  writeAuthState(store, clock, person);
  expect(tierOf()).toBe('free');
  writeAuthState(store, clock, { ...person, subscriptionTier: 'plus' });
  writeAuthState(store, clock, person);
  expect(tierOf()).toBe('plus');
  writeAuthState(store, clock, { id: 'b', email: 'b@example.org' });
  expect(tierOf()).toBe('free');
});

it.each(['{', 'null', '{"version":"1.0","timestamp":1000000}'])('is nothing when it reads %s', (text) => {
  const { kept, clock, store } = setUp();
  kept.set(authStateKey, text);
  expect(readAuthState(store, clock)).toBeUndefined();
});
