/** The state of the connection, and nothing else: no clock, no network. Times are milliseconds since 1970. */
export interface ConnectionState {
  /** What the browser says of its network. */
  readonly online: boolean;
  /** Nobody has touched the page for `idleAfterMs`. */
  readonly idle: boolean;
  /** False when a call and its first retry got no answer, until something answers. */
  readonly reachable: boolean;
  /** The most attempts that a call has lost since there was an answer, a network or a person at the page. */
  readonly retries: number;
  readonly lastActivityAt: number;
}

export type ConnectionEvent =
  | { type: 'online' | 'offline' | 'activity' | 'time-passed' | 'answered' }
  /** The `attempt`th try of a call got no answer. */
  | { type: 'failed'; attempt: number };

/** `auth` and `user` (what a person has just triggered) are never skipped because nobody is there. */
export type CallKind = 'auth' | 'user' | 'data' | 'function' | 'realtime';

export const idleAfterMs = 10 * 60_000;
/** From this many lost attempts on it is the server, not a hiccup. */
const attemptsUntilUnreachable = 2;

export function startingState(online: boolean, now: number): ConnectionState {
  return { online, idle: false, reachable: true, retries: 0, lastActivityAt: now };
}

/** Gives the same object where nothing changes. */
export function nextState(state: ConnectionState, event: ConnectionEvent, now: number): ConnectionState {
  switch (event.type) {
    case 'online':
      // Another network: what was lost on the old one says nothing.
      return changed(state, { online: true, reachable: true, retries: 0 });
    case 'offline':
      return changed(state, { online: false });
    case 'activity':
      return changed(state, { idle: false, retries: 0, lastActivityAt: now });
    case 'time-passed':
      return changed(state, { idle: state.idle || now - state.lastActivityAt >= idleAfterMs });
    case 'answered':
      return changed(state, { reachable: true, retries: 0 });
    case 'failed':
      return changed(state, {
        retries: Math.max(state.retries, event.attempt),
        // Without a network there is nothing to be learnt about the server.
        reachable: state.reachable && !(state.online && event.attempt >= attemptsUntilUnreachable),
      });
  }
}

/** Whether a call of this kind may go out now. */
export function mayCall({ online, idle }: ConnectionState, kind: CallKind): boolean {
  if (kind === 'auth') return true;
  return online && (kind === 'user' || !idle);
}

function changed(state: ConnectionState, next: Partial<ConnectionState>): ConnectionState {
  const after = { ...state, ...next };
  const same =
    after.online === state.online &&
    after.idle === state.idle &&
    after.reachable === state.reachable &&
    after.retries === state.retries &&
    after.lastActivityAt === state.lastActivityAt;
  return same ? state : after;
}
