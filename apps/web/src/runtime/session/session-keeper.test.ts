import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserEnvironment, type Environment } from '../environment.ts';
import { createSessionKeeper, type RefreshAnswer, type SessionKeeper, type SessionNews } from './session-keeper.ts';
import { settleSession } from './settle-session.ts';
import { backupKey, type StoredSession } from './stored-session.ts';

const key = 'sb-test-auth-token';
const hour = 3600;
let environment: Environment;
let online: boolean;
let asked: string[];
let answer: (token: string, signal: AbortSignal) => Promise<RefreshAnswer>;
let keeper: SessionKeeper;
let news: SessionNews[];
/** Of the whole browser, as Web Locks are. */
let queue: Promise<unknown>;

const seconds = () => Math.floor(Date.now() / 1000);
const session = (left: number, refresh = 'r1'): StoredSession => ({
  access_token: `access of ${refresh}`,
  refresh_token: refresh,
  expires_at: seconds() + left,
  expires_in: hour,
  token_type: 'bearer',
  user: { id: 'ada', email: 'ada@example.org' },
});
const keep = (kept: unknown) => localStorage.setItem(key, typeof kept === 'string' ? kept : JSON.stringify(kept));
const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredSession | null;
const renewed = async (): Promise<RefreshAnswer> => ({
  kind: 'renewed',
  session: session(hour, `r${asked.length + 1}`),
});
const never = (signal: AbortSignal): Promise<RefreshAnswer> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'unavailable', message: 'Failed to fetch' }));
  });

const newTab = () =>
  createSessionKeeper(
    environment,
    {
      reachable: async () => true,
      refresh: (token, signal) => {
        asked.push(token);
        return answer(token, signal);
      },
    },
    key,
  );

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  localStorage.clear();
  online = true;
  asked = [];
  news = [];
  queue = Promise.resolve();
  answer = renewed;
  environment = {
    ...browserEnvironment(),
    local: localStorage,
    online: () => online,
    exclusively: (_name, work) => {
      const turn = queue.then(work);
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
  keeper = newTab();
  keeper.subscribe((item) => news.push(item));
});
afterEach(() => vi.useRealTimers());

describe('when a session is renewed', () => {
  it.each([
    [301, 0, 'r1'],
    [299, 1, 'r1'],
    [61, 1, 'r1'],
    [59, 1, 'r2'],
    [-7200, 1, 'r2'],
  ])('with %i s left: %i renewals, and the call goes with the token %s', async (left, renewals, token) => {
    keep(session(left));
    expect((await keeper.usable())?.access_token).toBe(`access of ${token}`);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(renewals);
  });

  it('asks once for all who want it, and once for all tabs', async () => {
    keep(session(10));
    const other = newTab();
    await Promise.all([keeper.usable(), keeper.usable(), other.usable(), other.check()]);
    expect(asked).toEqual(['r1']);
    expect(stored()?.refresh_token).toBe('r2');
  });

  it('takes the expiry by the clock of this device', async () => {
    keep(session(10));
    answer = async () => ({ kind: 'renewed', session: { ...session(hour, 'r2'), expires_at: seconds() - 5 * hour } });
    await keeper.usable();
    expect(stored()?.expires_at).toBe(seconds() + hour);
  });

  it('writes the backup anew and tells it', async () => {
    keep(session(10));
    await keeper.usable();
    expect(JSON.parse(localStorage.getItem(backupKey) ?? '{}')).toMatchObject({
      token: { refresh_token: 'r2' },
      timestamp: Date.now(),
      version: '1.0',
    });
    expect(news.map(({ type }) => type)).toEqual(['refreshed']);
  });

  it('brings back no session that was signed out meanwhile', async () => {
    keep(session(10));
    answer = async () => {
      keeper.forget();
      return await renewed();
    };
    expect(await keeper.usable()).toBeNull();
    expect(stored()).toBeNull();
  });

  it('reads the storage at most every five seconds', async () => {
    keep(session(hour));
    await keeper.check();
    keep(session(hour, 'elsewhere'));
    expect((await keeper.usable())?.refresh_token).toBe('r1');
    vi.advanceTimersByTime(5000);
    expect((await keeper.usable())?.refresh_token).toBe('elsewhere');
  });
});

describe('what ends a session', () => {
  it('is a refusal', async () => {
    keep(session(10));
    answer = async () => ({ kind: 'refused', message: 'Already Used' });
    expect(await keeper.check()).toEqual({ kind: 'expired', message: 'Token refresh failed: Already Used' });
    expect(news).toEqual([{ type: 'expired', message: 'Token refresh failed: Already Used' }]);
  });

  it('is none while another tab has a newer one', async () => {
    keep(session(10));
    answer = async () => {
      keep(session(hour, 'of another tab'));
      return { kind: 'refused', message: 'Already Used' };
    };
    const checked = keeper.check();
    await vi.advanceTimersByTimeAsync(200);
    expect(await checked).toMatchObject({ kind: 'valid', session: { refresh_token: 'of another tab' } });
    expect(news).toEqual([]);
  });

  it('is no failure of network or server: five tries from 200 ms doubling, then quiet', async () => {
    keep(session(10));
    const at: number[] = [];
    answer = async () => {
      at.push(Date.now());
      return { kind: 'unavailable', message: 'HTTP 500' };
    };
    const checked = keeper.check();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await checked).toMatchObject({ kind: 'unsure', message: 'HTTP 500' });
    expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 200, 600, 1400, 3000]);
    await keeper.check();
    expect(at).toHaveLength(5);
    expect(news).toEqual([]);
    expect(stored()?.refresh_token).toBe('r1');
  });

  it('is not being offline', async () => {
    keep(session(-10));
    online = false;
    expect(await keeper.check()).toMatchObject({ kind: 'unsure', message: 'Network unavailable' });
    await expect(keeper.usable()).rejects.toThrow('Network unavailable');
    expect(asked).toEqual([]);
  });

  it('is no slow server: twelve seconds, then thirty without a try', async () => {
    keep(session(30));
    answer = (_token, signal) => never(signal);
    const checked = keeper.check();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await checked).toMatchObject({
      kind: 'unsure',
      message: 'Session fetch timeout after 12 seconds - temporary auth fetch delay',
    });
    const message = 'Session fetch temporarily disabled due to prior timeout';
    expect(await keeper.check()).toMatchObject({ kind: 'unsure', message });
    // What is left of the token is used.
    expect((await keeper.usable())?.refresh_token).toBe('r1');
    await vi.advanceTimersByTimeAsync(29_000);
    await expect(keeper.usable()).rejects.toThrow(message);
    answer = renewed;
    await vi.advanceTimersByTimeAsync(1000);
    expect((await keeper.usable())?.refresh_token).toBe('r3');
    expect(news.map(({ type }) => type)).toEqual(['refreshed']);
  });
});

describe('a damaged session', () => {
  it('is restored from its backup', async () => {
    keep(session(hour));
    keeper.reload();
    keep('{"access_token":');
    expect(await newTab().usable()).toMatchObject({ refresh_token: 'r1' });
    expect(stored()?.refresh_token).toBe('r1');
  });

  it.each([
    ['has no refresh token', { ...session(hour), refresh_token: undefined }],
    ['has no expiry', { ...session(hour), expires_at: undefined }],
    ['is no session', 'nonsense'],
  ])('that %s and has no backup is over', async (_what, damaged) => {
    keep(damaged);
    expect(await keeper.check()).toEqual({ kind: 'expired', message: 'Session error' });
  });

  it('is not restored from a backup that has run out, nor where the session is simply gone', async () => {
    keep(session(hour));
    keeper.reload();
    localStorage.removeItem(key);
    expect(await newTab().check()).toEqual({ kind: 'none', message: 'No active session' });
    keep('damaged');
    vi.advanceTimersByTime(hour * 1000);
    expect(await newTab().check()).toEqual({ kind: 'expired', message: 'Session error' });
  });
});

describe('at the start', () => {
  const settle = (reachable: (signal: AbortSignal) => Promise<boolean>) =>
    settleSession({ environment, service: { reachable }, keeper });

  it('asks whether the service is there, for eight seconds, and skips the check when it is not', async () => {
    keep(session(-10));
    let given: AbortSignal | undefined;
    const settled = settle((signal) => {
      given = signal;
      return new Promise(() => {});
    });
    await vi.advanceTimersByTimeAsync(8000);
    expect(await settled).toMatchObject({
      type: 'check_skipped',
      user: { id: 'ada', email: 'ada@example.org' },
      problem: 'Network unavailable',
    });
    expect(given?.aborted).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks nobody about a session that is not there', async () => {
    expect(await settle(() => Promise.reject(new Error('asked')))).toEqual({ type: 'settled', user: null });
  });

  it('knows the second factor by the token, and by the factors what could be', async () => {
    const claims = btoa(JSON.stringify({ aal: 'aal2' }));
    keep({ ...session(hour), access_token: `x.${claims}.y` });
    expect(await settle(async () => true)).toMatchObject({ type: 'settled', user: { assurance: 'aal2' } });
    const factors = [{ factor_type: 'totp', status: 'verified' }];
    keep({ ...session(hour), user: { id: 'ada', factors } });
    vi.advanceTimersByTime(5000);
    expect(await settle(async () => true)).toMatchObject({ user: { assurance: 'aal1', nextAssurance: 'aal2' } });
  });
});
