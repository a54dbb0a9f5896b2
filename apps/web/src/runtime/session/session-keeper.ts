import type { Environment } from '../environment.ts';
import {
  fetchDisabledMessage,
  fetchTimeoutMessage,
  networkUnavailable,
  noActiveSession,
  refreshFailed,
  sessionError,
} from './session-messages.ts';
import { asSession, backupKey, readBackup, readSession, type StoredSession, writeBackup } from './stored-session.ts';

/** The auth service, as far as keeping a session needs it. Nothing here throws. */
export interface SessionService {
  /** Whether the service answers at all. */
  reachable: (signal: AbortSignal) => Promise<boolean>;
  /** `refused` is definite; whatever a second try could change is `unavailable`. */
  refresh: (refreshToken: string, signal: AbortSignal) => Promise<RefreshAnswer>;
}

export type RefreshAnswer =
  | { kind: 'renewed'; session: unknown }
  | { kind: 'refused'; message: string }
  | { kind: 'unavailable'; message: string };

export type SessionCheck =
  | { kind: 'valid'; session: StoredSession }
  /** It could not be renewed now. What is known of it holds. */
  | { kind: 'unsure'; session: StoredSession; message: string }
  | { kind: 'none'; message: string }
  | { kind: 'expired'; message: string };

export type SessionNews = { type: 'refreshed'; session: StoredSession } | { type: 'expired'; message: string };

/** Thrown to a call that needs a token when the one there is has run out and cannot be renewed now. */
export class SessionUnavailableError extends Error {
  override name = 'SessionUnavailableError';
}

const second = 1000;
export const fetchTimeout = 12 * second;
const cacheTime = 5 * second;
const breakerTime = 30 * second;
/** Renewed from here on, in the background. */
const refreshMargin = 300 * second;
/** Calls wait for the new one. */
const callMargin = 60 * second;
const firstRetry = 200;
const mostTries = 5;
/** After all tries have failed: so long nobody asks again. */
const quietTime = 5 * second;
const lockName = 'cairn-session-refresh';

export type SessionKeeper = ReturnType<typeof createSessionKeeper>;

/** Keeps the one session of this browser: the only one who renews it, for all tabs together. */
export function createSessionKeeper(environment: Environment, service: SessionService, storageKey: string) {
  const { clock, local } = environment;
  const listeners = new Set<(news: SessionNews) => void>();
  let cache: { session: StoredSession; at: number } | undefined;
  let renewing: Promise<SessionCheck> | undefined;
  let breakerUntil = 0;
  let quiet = { until: 0, message: '' };

  const left = (session: StoredSession) => session.expires_at * 1000 - clock.now();
  const tell = (news: SessionNews) => {
    for (const listener of [...listeners]) listener(news);
  };

  /** What is stored now; a damaged session is replaced by its backup. */
  function read(): StoredSession | 'missing' | 'unreadable' {
    const stored = readSession(local, storageKey);
    if (stored !== 'unreadable') return stored;
    const backup = readBackup(local, clock);
    if (!backup) return 'unreadable';
    write(backup);
    return backup;
  }

  function write(session: StoredSession): void {
    cache = { session, at: clock.now() };
    try {
      local.setItem(storageKey, JSON.stringify(session));
      keepBackup(session);
    } catch {
      // The storage is full. The session is worth more than its backup.
      local.removeItem(backupKey);
      try {
        local.setItem(storageKey, JSON.stringify(session));
      } catch {
        // The server gives the newest token to whoever comes with the one before it.
      }
    }
  }

  function keepBackup(session: StoredSession): void {
    try {
      writeBackup(local, clock, session);
    } catch {
      // Better none than one of an earlier token.
      local.removeItem(backupKey);
    }
  }

  function known(): StoredSession | null {
    const stored = read();
    return typeof stored === 'string' ? null : stored;
  }

  const expired = (message: string): SessionCheck => {
    tell({ type: 'expired', message });
    return { kind: 'expired', message };
  };

  async function check(timeout = fetchTimeout): Promise<SessionCheck> {
    const fresh = cache && clock.now() - cache.at < cacheTime && clock.now() >= cache.at;
    if (cache && fresh && left(cache.session) >= refreshMargin) return { kind: 'valid', session: cache.session };
    const session = read();
    if (session === 'missing') return { kind: 'none', message: noActiveSession };
    if (session === 'unreadable') return expired(sessionError);
    cache = { session, at: clock.now() };
    if (left(session) >= refreshMargin) return { kind: 'valid', session };
    const renewed = renew(timeout);
    return left(session) >= callMargin ? { kind: 'valid', session } : renewed;
  }

  /** One at a time, shared by all who want it. */
  function renew(timeout = fetchTimeout): Promise<SessionCheck> {
    renewing ??= renewOnce(timeout).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renewOnce(timeout: number): Promise<SessionCheck> {
    const session = known();
    if (!session) return { kind: 'none', message: noActiveSession };
    const unsure = (message: string): SessionCheck => ({ kind: 'unsure', session: known() ?? session, message });
    if (!environment.online()) return unsure(networkUnavailable);
    if (clock.now() < breakerUntil) return unsure(fetchDisabledMessage);
    if (clock.now() < quiet.until) return unsure(quiet.message);
    const given = new AbortController();
    return await new Promise((resolve) => {
      const stop = clock.after(timeout, () => {
        given.abort();
        if (timeout === fetchTimeout) breakerUntil = clock.now() + breakerTime;
        resolve(unsure(fetchTimeoutMessage));
      });
      environment
        .exclusively(lockName, () => tryToRenew(session, given.signal))
        .catch(() => unsure(networkUnavailable))
        .then((outcome) => {
          stop();
          resolve(outcome);
        });
    });
  }

  async function tryToRenew(first: StoredSession, signal: AbortSignal): Promise<SessionCheck> {
    for (let tries = 1; ; tries += 1) {
      const session = known();
      if (!session) return { kind: 'none', message: noActiveSession };
      // Another tab has renewed it meanwhile, or somebody has signed in.
      if (session.refresh_token !== first.refresh_token && left(session) >= callMargin) {
        cache = { session, at: clock.now() };
        return { kind: 'valid', session };
      }
      if (signal.aborted) return { kind: 'unsure', session, message: fetchTimeoutMessage };
      const answer = await service.refresh(session.refresh_token, signal);
      const now = known();
      // Signed out while the answer was under way: nothing brings the session back.
      if (!now) return { kind: 'none', message: noActiveSession };
      const replaced = now.refresh_token !== session.refresh_token;
      if (answer.kind === 'renewed') {
        const renewed = replaced ? now : timed(answer.session);
        if (renewed) {
          if (!replaced) {
            write(renewed);
            tell({ type: 'refreshed', session: renewed });
          }
          return { kind: 'valid', session: renewed };
        }
      }
      if (answer.kind === 'refused' && !replaced) return expired(refreshFailed(answer.message));
      const message = 'message' in answer ? answer.message : sessionError;
      if (signal.aborted) return { kind: 'unsure', session: now, message: fetchTimeoutMessage };
      if (tries >= mostTries) {
        quiet = { until: clock.now() + quietTime, message };
        return { kind: 'unsure', session: now, message };
      }
      await pause(firstRetry * 2 ** (tries - 1));
    }
  }

  /** With the expiry by this device's clock: one that is wrong would find each new token too old. */
  function timed(answer: unknown): StoredSession | undefined {
    const given = answer as Partial<StoredSession> | null;
    const expiresIn = given?.expires_in;
    return asSession(
      typeof expiresIn === 'number' ? { ...given, expires_at: Math.floor(clock.now() / 1000) + expiresIn } : given,
    );
  }

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  return {
    known,
    check,
    renew,
    /** For a call. `null`: nobody is signed in. Throws `SessionUnavailableError` when nothing valid can be had now. */
    async usable(): Promise<StoredSession | null> {
      const checked = await check();
      if (checked.kind === 'valid') return checked.session;
      if (checked.kind !== 'unsure') return null;
      if (left(checked.session) > 0) return checked.session;
      throw new SessionUnavailableError(checked.message);
    },
    /** Somebody has signed in here, or the stored session was written by another tab. */
    reload(): StoredSession | null {
      cache = undefined;
      quiet = { until: 0, message: '' };
      const session = known();
      if (session) keepBackup(session);
      return session;
    },
    /** Removes the session and its backup from this browser. */
    forget(): void {
      cache = undefined;
      // The backup first: another tab that finds the session gone then knows why.
      for (const key of [backupKey, `${storageKey}-code-verifier`, `${storageKey}-user`, storageKey]) {
        local.removeItem(key);
      }
    },
    /** Whether the session's disappearance was a sign-out: every sign-out takes the backup along. */
    signedOut: () => local.getItem(storageKey) === null && local.getItem(backupKey) === null,
    subscribe(listener: (news: SessionNews) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The network is back: no reason to wait any longer. */
    tryAgain(): void {
      quiet = { until: 0, message: '' };
    },
  };
}
