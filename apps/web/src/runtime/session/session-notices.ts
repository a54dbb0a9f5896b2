import { createStore } from '../../lib/store.ts';
import type { Clock, Stop } from '../environment.ts';

/** The two banners about a session. */
export type SessionNotice = 'idle' | 'expired' | null;

export const idleNoticeMilliseconds = 10_000;
export const sessionNotice = createStore<SessionNotice>(null);

let stopIdle: Stop = () => {};

/** Removed after ten seconds, or at the first sign of a person. */
export function showIdleWarning(clock: Clock): void {
  if (sessionNotice.get() === 'expired') return;
  stopIdle();
  sessionNotice.set('idle');
  stopIdle = clock.after(idleNoticeMilliseconds, hideIdleWarning);
}

export function hideIdleWarning(): void {
  stopIdle();
  if (sessionNotice.get() === 'idle') sessionNotice.set(null);
}

export function showSessionExpired(): void {
  stopIdle();
  sessionNotice.set('expired');
}

export function clearSessionNotice(): void {
  stopIdle();
  sessionNotice.set(null);
}
