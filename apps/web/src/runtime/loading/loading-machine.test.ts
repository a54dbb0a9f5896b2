import { expect, it } from 'vitest';
import {
  type LoadingEvent,
  type LoadingState,
  nextLoadingState,
  notStarted,
  type TileName,
} from './loading-machine.ts';

const run = (...events: LoadingEvent[]) =>
  events.reduce(nextLoadingState, nextLoadingState(notStarted, { type: 'minimum' }));
const started: LoadingEvent = { type: 'started', privacy: false };
const done = (tile: TileName, error?: string): LoadingEvent => ({
  type: 'settled',
  tile,
  ...(error === undefined ? {} : { error }),
});
const page = (name: string, ready: boolean): LoadingEvent => ({ type: 'page', name, ready });
const seen = ({ phase, progress, message }: LoadingState) => [phase, progress, message];

it('goes through its phases with their progress and words', () => {
  expect(seen(notStarted)).toEqual(['initial', 0, 'Initializing your learning workspace...']);
  expect(seen(run(started))).toEqual(['auth_resolving', 0, 'Verifying your account...']);
  const third = run(started, done('auth'));
  expect(seen(third)).toEqual(['services_init', (1 / 3) * 80, 'Preparing educational services...']);
  const services = nextLoadingState(third, { type: 'services_called' });
  expect(seen(services)).toEqual(['services_init', 40, 'Initializing educational services...']);
  const content = nextLoadingState(services, done('educational'));
  expect(seen(content)).toEqual(['content_loading', (2 / 3) * 80, 'Loading your content...']);
  const loading = nextLoadingState(content, page('dashboard', false));
  expect(seen(loading)).toEqual(['content_loading', 80, 'Loading your educational content...']);
  const all = [started, done('auth'), done('educational'), done('content')];
  expect(seen(run(...all))).toEqual(['ready', 100, 'Welcome to your learning workspace!']);
});

it('is not over before it could be seen', () => {
  const all = [started, done('auth'), done('educational'), done('content')].reduce(nextLoadingState, notStarted);
  expect(all.phase).toBe('content_preparing');
  expect(nextLoadingState(all, { type: 'minimum' }).phase).toBe('ready');
});

it('waits for pages at 85 and is ready when it is told that the 100 ms are over', () => {
  const all = [page('a', false), page('b', true), started, done('auth'), done('educational'), done('content')];
  expect(seen(run(...all))).toEqual(['content_preparing', 85, 'Loading workspace content... (1/2)']);
  expect(run(...all, { type: 'prepared' }).phase).toBe('content_preparing');
  expect(seen(run(...all, page('a', true)))).toEqual(['content_preparing', 85, 'Preparing your workspace...']);
  expect(run(...all, page('a', true), { type: 'prepared' }).progress).toBe(100);
});

it('lets guests in, shows any other auth problem, and goes on without other services', () => {
  for (const reason of ['incognito', 'Service auth initialization timeout', 'timed out', 'storage restricted']) {
    const guest = run(started, done('auth', reason));
    expect([guest.tiles.auth, guest.message]).toEqual(['ready', 'Loading in privacy mode...']);
  }
  const failed = run(started, done('auth', 'Session error'));
  expect([failed.phase, failed.message]).toEqual(['error', 'Authentication issue detected. Please refresh the page.']);
  expect(nextLoadingState(failed, done('auth')).phase).toBe('services_init');
  const degraded = run(started, done('auth'), done('educational', 'down'), done('content'));
  expect([degraded.phase, degraded.tiles.educational]).toEqual(['ready', 'error']);
  expect(nextLoadingState(degraded, done('educational')).tiles.educational).toBe('ready');
});

it('tells privacy mode, and a wrong configuration for good', () => {
  const privacy = [{ ...started, privacy: true } as LoadingEvent, done('auth'), done('educational'), done('content')];
  expect(run(...privacy).message).toBe('Ready in privacy mode - some features may be limited');
  const broken = run({ type: 'misconfigured', message: 'CRITICAL' }, ...privacy);
  expect([broken.phase, broken.message]).toEqual(['error', 'CRITICAL']);
});

it('is ready or in error at the deadline and never goes back, whatever happened before', () => {
  let seed = 7;
  const pick = <Item>(items: readonly Item[]): Item => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return items[Math.floor((seed / 2_147_483_648) * items.length)] as Item;
  };
  const events: LoadingEvent[] = [
    ...(['auth', 'educational', 'content'] as const).flatMap((tile) => [
      done(tile),
      done(tile, 'x'),
      done(tile, 'timeout'),
    ]),
    ...['a', 'b', 'c'].flatMap((name): LoadingEvent[] => [
      page(name, true),
      page(name, false),
      { type: 'page_left', name },
    ]),
    { type: 'prepared' },
    { type: 'minimum' },
    { type: 'services_called' },
    { type: 'nobody' },
  ];
  for (let round = 0; round < 2000; round += 1) {
    let state = nextLoadingState(notStarted, started);
    for (let step = 0; step < round % 15; step += 1) {
      const next = nextLoadingState(state, pick(events));
      expect(next.progress).toBeGreaterThanOrEqual(state.progress > 85 ? 85 : Math.min(state.progress, 85));
      expect(next.progress).toBeLessThanOrEqual(next.phase === 'ready' ? 100 : 85);
      if (state.phase === 'ready') expect(next.phase).toBe('ready');
      state = next;
    }
    expect(['ready', 'error']).toContain(nextLoadingState(state, { type: 'deadline' }).phase);
  }
});
