import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserEnvironment, type Environment } from '../environment.ts';
import {
  clearSessionNotice,
  hideIdleWarning,
  sessionNotice,
  showIdleWarning,
  showSessionExpired,
} from './session-notices.ts';
import { watchSession } from './session-watch.ts';

const minute = 60_000;
let touch: () => void;
let show: (visible: boolean) => void;
let connect: (online: boolean) => void;
let environment: Environment;
const duties = {
  check: vi.fn(),
  refresh: vi.fn(),
  networkReturned: vi.fn(),
  warnOfIdleness: vi.fn(),
  calm: vi.fn(),
};
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  clearSessionNotice();
  const never = () => {};
  environment = {
    ...browserEnvironment(),
    onActivity: (call) => {
      touch = call;
      return never;
    },
    onVisibilityChange: (call) => {
      show = call;
      return never;
    },
    onOnlineChange: (call) => {
      connect = call;
      return never;
    },
  };
  stop = watchSession(environment, duties);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('looks after the session every minute, with eight seconds for it', () => {
  vi.advanceTimersByTime(3 * minute);
  expect(duties.check.mock.calls).toEqual([[8000], [8000], [8000]]);
});

it('renews it every fifty minutes while somebody is there, and only then', () => {
  vi.advanceTimersByTime(50 * minute);
  expect(duties.refresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(45 * minute);
  touch();
  vi.advanceTimersByTime(5 * minute);
  expect(duties.refresh).toHaveBeenCalledTimes(1);
});

it('looks five seconds after the tab is shown again, not when it is hidden before', () => {
  show(true);
  vi.advanceTimersByTime(4999);
  show(false);
  vi.advanceTimersByTime(10_000);
  expect(duties.check).not.toHaveBeenCalled();
  show(true);
  vi.advanceTimersByTime(5000);
  expect(duties.check).toHaveBeenCalledTimes(1);
});

it('hears of the network', () => {
  connect(false);
  expect(duties.networkReturned).not.toHaveBeenCalled();
  connect(true);
  expect(duties.networkReturned).toHaveBeenCalledTimes(1);
});

it('warns after twenty-five minutes without a sign of a person, once', () => {
  vi.advanceTimersByTime(24 * minute);
  touch();
  vi.advanceTimersByTime(25 * minute - 1);
  expect(duties.warnOfIdleness).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(duties.warnOfIdleness).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * 25 * minute);
  expect(duties.warnOfIdleness).toHaveBeenCalledTimes(1);
});

it('does nothing any more when it is stopped', () => {
  show(true);
  stop();
  vi.advanceTimersByTime(60 * minute);
  for (const duty of Object.values(duties)) expect(duty).not.toHaveBeenCalled();
});

it('takes the warning away after ten seconds, or at once; the expired session stays said', () => {
  showIdleWarning(environment.clock);
  vi.advanceTimersByTime(9999);
  expect(sessionNotice.get()).toBe('idle');
  vi.advanceTimersByTime(1);
  expect(sessionNotice.get()).toBeNull();
  showIdleWarning(environment.clock);
  hideIdleWarning();
  expect(sessionNotice.get()).toBeNull();
  showSessionExpired();
  hideIdleWarning();
  showIdleWarning(environment.clock);
  vi.advanceTimersByTime(minute);
  expect(sessionNotice.get()).toBe('expired');
});
