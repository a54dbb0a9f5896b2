import type { Clock, KeyValueStore } from '../environment.ts';

/** What auth-js keeps under its key. Only the three tokens' fields make it valid. */
export interface StoredSession {
  access_token: string;
  refresh_token: string;
  /** Seconds since 1970. */
  expires_at: number;
  expires_in?: number;
  token_type?: string;
  user: SessionUser;
}

export interface SessionUser {
  id: string;
  email?: string;
  user_metadata?: Record<string, unknown>;
  factors?: readonly { status: string; factor_type: string }[];
}

export const backupKey = 'pkm-auth-backup';
const version = '1.0';
const backupMilliseconds = 24 * 60 * 60 * 1000;

/** `unreadable`: there is something under the key, and it is no session. */
export type StoredAnswer = StoredSession | 'missing' | 'unreadable';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A session is one when access token, refresh token and time of expiry are there. */
export function asSession(value: unknown): StoredSession | undefined {
  if (!isRecord(value) || !isRecord(value.user) || typeof value.user.id !== 'string') return undefined;
  const { access_token: access, refresh_token: refresh, expires_at: expiry } = value;
  const valid = typeof access === 'string' && access && typeof refresh === 'string' && refresh;
  return valid && typeof expiry === 'number' ? (value as unknown as StoredSession) : undefined;
}

export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readSession(store: KeyValueStore, key: string): StoredAnswer {
  const text = store.getItem(key);
  if (text === null) return 'missing';
  return asSession(parseStored(text)) ?? 'unreadable';
}

/** Beside the session, for the day on which it is found damaged. */
export function writeBackup(store: KeyValueStore, clock: Clock, session: StoredSession): void {
  const { access_token, refresh_token, expires_at, expires_in, token_type, user } = session;
  const token = { access_token, refresh_token, expires_at, expires_in, token_type, user };
  store.setItem(backupKey, JSON.stringify({ token, timestamp: clock.now(), version }));
}

/** The backup's session, unless it is older than a day or its token has run out. */
export function readBackup(store: KeyValueStore, clock: Clock): StoredSession | undefined {
  const backup = parseStored(store.getItem(backupKey));
  if (!isRecord(backup) || backup.version !== version || typeof backup.timestamp !== 'number') return undefined;
  const session = asSession(backup.token);
  const age = clock.now() - backup.timestamp;
  if (!session || age >= backupMilliseconds || session.expires_at * 1000 <= clock.now()) return undefined;
  return session;
}
