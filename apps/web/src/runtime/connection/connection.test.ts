import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Environment } from '../environment.ts';
import { type Connection, createConnection } from './connection.ts';
import { failureKind, retryDelay, withRetries } from './retries.ts';

const lost = () => new TypeError('Failed to fetch');
const minute = 60_000;

let link: Connection;
let network: (online: boolean) => void;
let touch: () => void;
let show: (visible: boolean) => void;
let visible = true;
let there: Partial<Environment>;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  visible = true;
  let online = true;
  const environment: Pick<
    Environment,
    'clock' | 'online' | 'serverIsHere' | 'onOnlineChange' | 'visible' | 'onVisibilityChange' | 'onActivity'
  > = {
    clock: {
      now: () => Date.now(),
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      every: (ms, call) => {
        const timer = setInterval(call, ms);
        return () => clearInterval(timer);
      },
    },
    serverIsHere: false,
    online: () => online,
    onOnlineChange: (call) => {
      network = (next) => {
        online = next;
        call(next);
      };
      return () => {};
    },
    visible: () => visible,
    onVisibilityChange: (call) => {
      show = (next) => {
        visible = next;
        call(next);
      };
      return () => {};
    },
    onActivity: (call) => {
      touch = call;
      return () => {};
    },
  };
  link = createConnection(environment as Environment);
  there = environment;
});

afterEach(() => vi.useRealTimers());

/** When the attempts were made, in ms from now. */
function counted(answer: (attempt: number) => Promise<string>) {
  const from = Date.now();
  const at: number[] = [];
  return {
    at,
    call: () => {
      at.push(Date.now() - from);
      return answer(at.length);
    },
  };
}

test('the pauses: 500 ms once, then five of 1, 2, 4, 8 and 15 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(retryDelay)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, null]);
});

test('a call that is never answered is made seven times, then gives null', async () => {
  const reset = vi.fn();
  link.onReset(reset);
  const { at, call } = counted(() => Promise.reject(lost()));
  const outcome = withRetries(link, call);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await outcome).toBeNull();
  expect(at).toEqual([0, 500, 1500, 3500, 7500, 15_500, 30_500]);
  expect(reset).toHaveBeenCalledOnce();
  expect(link.state()).toMatchObject({ reachable: false, retries: 7 });
});

test('the first answer ends it', async () => {
  const { at, call } = counted((attempt) => (attempt < 3 ? Promise.reject(lost()) : Promise.resolve('here')));
  const outcome = withRetries(link, call);
  await vi.advanceTimersByTimeAsync(500);
  expect(link.state().reachable).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toBe('here');
  expect(at).toEqual([0, 500, 1500]);
  expect(link.state()).toMatchObject({ reachable: true, retries: 0 });
});

test('what is no fault of the network is not tried again', async () => {
  const { at, call } = counted(() => Promise.reject(new DOMException('took too long', 'TimeoutError')));
  await expect(withRetries(link, call)).rejects.toThrow('took too long');
  expect(at).toEqual([0]);
  expect(link.state().retries).toBe(0);
});

test('an aborted call ends at once, also in a pause', async () => {
  const controller = new AbortController();
  const { at, call } = counted(() => Promise.reject(lost()));
  const outcome = withRetries(link, call, controller.signal);
  outcome.catch(() => {});
  await vi.advanceTimersByTimeAsync(700);
  controller.abort(new Error('not wanted any more'));
  await expect(outcome).rejects.toThrow('not wanted any more');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at).toEqual([0, 500]);
  await expect(link.pause(1000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('a name that has no address ends the retries of an idle page, not those of a busy one', async () => {
  const unknown = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND x') }));
  expect(failureKind(new TypeError('net::ERR_NAME_NOT_RESOLVED'))).toBe('unknown-host');
  const busy = counted(unknown);
  const outcome = withRetries(link, busy.call);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await outcome).toBeNull();
  expect(busy.at).toHaveLength(7);

  touch();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(link.state().idle).toBe(true);
  const idle = counted(unknown);
  expect(await withRetries(link, idle.call)).toBeNull();
  expect(idle.at).toHaveLength(1);
});

test.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'The socket is not connected',
])('%s is a lost call', (words) => expect(failureKind(new TypeError(words))).toBe('no-answer'));

test('other errors are not', () => {
  expect(failureKind(new TypeError('x is not a function'))).toBe('other');
  expect(failureKind(new DOMException('The user aborted a request.', 'AbortError'))).toBe('other');
  expect(failureKind('Failed to fetch')).toBe('other');
});

test('a retry that falls into an idle time waits for somebody, then starts anew', async () => {
  await vi.advanceTimersByTimeAsync(10 * minute - 600);
  const { at, call } = counted((attempt) => (attempt < 4 ? Promise.reject(lost()) : Promise.resolve('here')));
  const outcome = withRetries(link, call);
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(at).toEqual([0, 500]);
  touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toBe('here');
});

test('a network that comes back does not wait for the end of a pause; one that goes ends the call', async () => {
  const back = counted((attempt) => (attempt < 5 ? Promise.reject(lost()) : Promise.resolve('here')));
  const outcome = withRetries(link, back.call);
  await vi.advanceTimersByTimeAsync(3600);
  expect(back.at).toHaveLength(4);
  link.tell({ type: 'answered' });
  await vi.advanceTimersByTimeAsync(0);
  expect(await outcome).toBe('here');

  const gone = counted(() => Promise.reject(lost()));
  const ended = withRetries(link, gone.call);
  await vi.advanceTimersByTimeAsync(100);
  network(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(await ended).toBeNull();
  expect(gone.at).toEqual([0]);
});

test('idle is noticed by itself, and after a sleep in which no timer ran', async () => {
  const heard = vi.fn();
  link.subscribe(() => heard(link.snapshot().idle));
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(heard).toHaveBeenLastCalledWith(true);
  touch();
  expect(heard).toHaveBeenLastCalledWith(false);
  await vi.advanceTimersByTimeAsync(9 * minute);
  touch();
  await vi.advanceTimersByTimeAsync(9 * minute);
  expect(link.snapshot().idle).toBe(false);

  const woken = vi.fn();
  link.onWake(woken);
  vi.setSystemTime(Date.now() + 120 * minute);
  expect(link.mayCall('data')).toBe(false);
  touch();
  expect(woken).toHaveBeenCalledOnce();
  expect(link.mayCall('data')).toBe(true);
});

test('who waits for somebody goes on with the first activity, or ends with its signal', async () => {
  await link.untilSomebodyIsThere();
  await vi.advanceTimersByTimeAsync(10 * minute);
  const went = vi.fn();
  void link.untilSomebodyIsThere().then(went);
  const controller = new AbortController();
  const ended = link.untilSomebodyIsThere(controller.signal);
  ended.catch(() => {});
  network(false);
  network(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(went, 'the network is not a person').not.toHaveBeenCalled();
  controller.abort(new Error('left'));
  await expect(ended).rejects.toThrow('left');
  touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(went).toHaveBeenCalledOnce();
});

test('a server that is gone is looked for until it answers, and only while somebody could see it', async () => {
  let alive = false;
  const probe = vi.fn(() => (alive ? Promise.resolve() : Promise.reject(lost())));
  link.probeWith(probe);
  link.tell({ type: 'failed', attempt: 1 });
  await vi.advanceTimersByTimeAsync(500);
  expect(probe).toHaveBeenCalledTimes(1);
  expect(link.state().reachable).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(probe).toHaveBeenCalledTimes(6);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(probe, 'every 15 s in the end').toHaveBeenCalledTimes(8);
  visible = false;
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(probe).toHaveBeenCalledTimes(8);
  alive = true;
  const woken = vi.fn();
  link.onWake(woken);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(probe).toHaveBeenCalledTimes(9);
  expect(link.state().reachable).toBe(true);
  expect(woken).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(probe).toHaveBeenCalledTimes(9);
});

test('a laptop without a network still reaches the server that runs on it', async () => {
  link = createConnection({ ...there, serverIsHere: true, online: () => false } as Environment);
  expect(link.state().online).toBe(true);
  let answers = true;
  link.probeWith(async () => {
    if (!answers) throw lost();
  });
  network(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(link.state().online).toBe(true);
  answers = false;
  network(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(link.state().online).toBe(false);
  // Overtaken by a network that is back before the server has not answered.
  network(false);
  network(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(link.state().online).toBe(true);
});
