import { beforeEach, expect, it, vi } from 'vitest';
import { chunkFailed, createChunkReload, isChunkFailure, reloadAfterMs } from './chunk-failure.ts';
import { browserEnvironment, type Environment } from './environment.ts';

let kept: Map<string, string>;
let steps: string[];

function start(changes: Partial<Environment> = {}, build = 'one', serverAnswers = async () => true) {
  const environment: Environment = {
    ...browserEnvironment(),
    tab: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    storageBlocked: false,
    serverIsHere: false,
    online: () => true,
    ...changes,
  };
  return createChunkReload(environment, {
    build,
    flush: async () => void steps.push('flushed'),
    serverAnswers,
    reload: () => void steps.push('reloaded'),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  steps = [];
  return () => vi.useRealTimers();
});

it('waits 1 s at a screen and 1.5 s elsewhere', () => {
  expect(reloadAfterMs).toEqual({ boundary: 1000, global: 1500 });
});

it('keeps what was typed, then reloads', async () => {
  expect(start()(1000)).toBe(true);
  await vi.advanceTimersByTimeAsync(999);
  expect(steps).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps).toEqual(['flushed', 'reloaded']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual(['flushed', 'reloaded']);
});

it('does not reload while the server cannot be reached, and does when it can be', async () => {
  const plan = start({}, 'one', async () => false);
  expect(plan(1000)).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual(['flushed']);
  expect(kept.size).toBe(0);
  expect(start()(1000)).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(steps).toEqual(['flushed', 'flushed', 'reloaded']);
});

it('takes the sooner of two moments', async () => {
  const plan = start();
  plan(1500);
  plan(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(steps).toEqual(['flushed', 'reloaded']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps).toEqual(['flushed', 'reloaded']);
});

it('knows a screen whose code could not be had', () => {
  try {
    chunkFailed(new TypeError('whatever'));
  } catch (error) {
    expect(isChunkFailure(error)).toBe(true);
  }
  expect.assertions(1);
});

it('reloads once in a tab for each build', async () => {
  const first = start();
  first(1000);
  first(1500);
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps.filter((step) => step === 'reloaded')).toHaveLength(1);
  expect(start()(1000)).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps.filter((step) => step === 'reloaded')).toHaveLength(1);
  expect(start({}, 'two')(1000)).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps.filter((step) => step === 'reloaded')).toHaveLength(2);
});

it.each([
  ['offline', { online: () => false }],
  ['where a reload cannot be remembered', { storageBlocked: true }],
])('never reloads %s', async (_where, changes) => {
  expect(start(changes)(1000)).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual([]);
});

it('does not reload when the network goes while it waits', async () => {
  let online = true;
  start({ online: () => online })(1000);
  online = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(steps).toEqual([]);
  expect(kept.size).toBe(0);
});

it.each([
  ['Failed to fetch dynamically imported module: https://x/assets/a.js', true],
  ['error loading dynamically imported module: https://x/a.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/a.css', true],
  ['Cannot read properties of undefined', false],
  ['Failed to fetch', false],
])('%s: %s', (message, expected) => {
  expect(isChunkFailure(new TypeError(message))).toBe(expected);
});

it('takes parts of two builds that meet for one that failed to load, unless TDZ prevention is off', async () => {
  const meeting = new ReferenceError("Cannot access 'a' before initialization");
  expect(isChunkFailure(meeting)).toBe(true);
  expect(isChunkFailure(new ReferenceError('a is not defined'))).toBe(false);
  localStorage.setItem('pkm_feature_flags', '{"tdzPrevention": false}');
  vi.resetModules();
  const fresh = await import('./chunk-failure.ts');
  expect(fresh.isChunkFailure(meeting)).toBe(false);
  localStorage.removeItem('pkm_feature_flags');
});
