import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserEnvironment } from '../environment.ts';
import { createServiceRegistry, type Starters, serviceNames } from '../services/service-registry.ts';
import { type LoadingState, nextLoadingState, notStarted, type TileName } from './loading-machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let seed = 11;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}

/** Answers at once, late, very late, never, badly; or is not there at all. */
function anyStarter(): Starters[keyof Starters] {
  const after = random(20_000);
  const kinds: Starters[keyof Starters][] = [
    undefined,
    () => Promise.resolve(),
    () => new Promise<void>(() => {}),
    () => new Promise<void>((resolve) => void setTimeout(resolve, after)),
    () => new Promise<void>((_, reject) => void setTimeout(() => reject(new Error('Session error')), after)),
    () => {
      throw new Error('broken');
    },
  ];
  return kinds[random(kinds.length)];
}

it('is ready or in error within 15 s, whatever the services and the pages do', async () => {
  for (let round = 0; round < 300; round += 1) {
    let state: LoadingState = nextLoadingState(notStarted, { type: 'started', privacy: random(2) === 0 });
    const tell = (event: Parameters<typeof nextLoadingState>[1]) => {
      const before = state;
      state = nextLoadingState(state, event);
      if (before.phase === 'ready') expect(state.phase).toBe('ready');
    };
    const settle = (tile: TileName, error: string | null) =>
      tell({ type: 'settled', tile, ...(error === null ? {} : { error }) });
    const starters = Object.fromEntries(serviceNames.map((name) => [name, anyStarter()])) as unknown as Starters;
    const { clock } = browserEnvironment();
    const registry = createServiceRegistry(clock, starters, ({ name, status, error }) => {
      if (status === 'initializing') return;
      settle(name === 'auth' ? 'auth' : 'educational', error);
    });
    const stops = [
      clock.after(100, () => tell({ type: 'minimum' })),
      clock.after(500, () => settle('content', null)),
      clock.after(random(20_000), () => tell({ type: 'page', name: 'page', ready: true })),
      clock.after(15_000, () => tell({ type: 'deadline' })),
    ];
    if (random(2) === 0) tell({ type: 'page', name: 'page', ready: false });
    registry.start();
    await vi.advanceTimersByTimeAsync(100);
    registry.again();
    await vi.advanceTimersByTimeAsync(14_900);
    expect(['ready', 'error'], `round ${round}`).toContain(state.phase);
    expect(serviceNames.every((name) => registry.state(name).name === name)).toBe(true);
    for (const stop of stops) stop();
    vi.clearAllTimers();
  }
});
