import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserEnvironment } from '../environment.ts';
import { createLearningSessions } from './learning-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create() {
  const at = { visible: true, active: true, goesOn: true };
  const calls: string[] = [];
  let started = 0;
  let seen: (visible: boolean) => void = () => {};
  let woken = () => {};
  const session = (id: string) => ({ id, start_time: '2026-01-01T00:00:00Z', goal: null });
  const sessions = createLearningSessions({
    environment: {
      clock: browserEnvironment().clock,
      visible: () => at.visible,
      onVisibilityChange: (call) => {
        seen = call;
        return () => {
          seen = () => {};
        };
      },
    },
    active: () => at.active,
    onWake: (call) => {
      woken = call;
      return () => {
        woken = () => {};
      };
    },
    calls: {
      open: async () => {
        calls.push('open');
        return session('left open');
      },
      start: async () => {
        started += 1;
        calls.push('start');
        return session(String(started));
      },
      beat: async (id) => {
        calls.push(`beat ${id}`);
        return at.goesOn;
      },
      end: async (id) => void calls.push(`end ${id}`),
    },
  });
  return { at, calls, sessions, show: (visible: boolean) => seen(visible), wake: () => woken() };
}
const minute = () => vi.advanceTimersByTimeAsync(60_000);

it('starts for whoever is there and beats every minute', async () => {
  const { calls, sessions } = create();
  await sessions.load();
  expect(sessions.now.get()?.id).toBe('1');
  await vi.advanceTimersByTimeAsync(59_999);
  expect(calls).toEqual(['start']);
  await vi.advanceTimersByTimeAsync(1);
  await minute();
  expect(calls).toEqual(['start', 'beat 1', 'beat 1']);
});

it('only looks while nobody is there, and does not beat', async () => {
  const { at, calls, sessions, show } = create();
  at.visible = false;
  await sessions.load();
  await minute();
  expect(calls).toEqual(['open']);
  expect(sessions.now.get()?.id).toBe('left open');
  at.visible = true;
  show(true);
  await minute();
  at.active = false;
  await minute();
  expect(calls).toEqual(['open', 'beat left open', 'beat left open']);
});

it('begins anew after a sleep, and where a start was lost', async () => {
  const { at, calls, sessions, wake } = create();
  at.goesOn = false;
  await sessions.load();
  await minute();
  expect(calls).toEqual(['start', 'beat 1', 'start']);
  expect(sessions.now.get()?.id).toBe('2');
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(sessions.now.get()?.id).toBe('3');
});

it('ends once, goes on when the page comes back, and stops for good with the person', async () => {
  const { calls, sessions, show } = create();
  await sessions.load();
  await sessions.end();
  await sessions.end();
  expect(calls).toEqual(['start', 'end 1']);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sessions.now.get()?.id).toBe('2');
  sessions.stop();
  await minute();
  expect(sessions.now.get()).toBeNull();
  expect(calls).toEqual(['start', 'end 1', 'start']);
});
