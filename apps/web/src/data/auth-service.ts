import type { RefreshAnswer, SessionService } from '../runtime/session/session-keeper.ts';
import { publicConfig, serviceUrl } from './public-config.ts';

/** Refusals that no second try can change. A rate limit or a conflict of two tries is none of them. */
const definite = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'validation_failed',
  'bad_jwt',
  'invalid_grant',
  'invalid_credentials',
]);
const refusals = new Set([400, 401, 403, 404, 422]);

async function ask(path: string, init: RequestInit): Promise<Response> {
  const config = await publicConfig();
  // The caller's signal ends it: no time limit of its own.
  return fetch(serviceUrl(config, `/auth/v1${path}`), {
    ...init,
    headers: {
      apikey: config.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...init.headers,
    },
  });
}

interface AuthErrorBody {
  code?: unknown;
  error_code?: unknown;
  error?: unknown;
  message?: unknown;
  msg?: unknown;
  error_description?: unknown;
}

/** Whether this answer ends the session. Only the auth service itself can: what a proxy on the way says decides nothing. */
export function readRefusal(status: number, body: unknown): RefreshAnswer {
  const { code, error_code: old, error, message, msg, error_description: description } = (body ?? {}) as AuthErrorBody;
  const name = [code, old, error].find((value) => typeof value === 'string');
  const words = [message, msg, description].find((value) => typeof value === 'string') ?? `HTTP ${status}`;
  const refused = refusals.has(status) && typeof name === 'string' && definite.has(name);
  return { kind: refused ? 'refused' : 'unavailable', message: String(words) };
}

export const authService: SessionService = {
  async reachable(signal) {
    try {
      return (await ask('/health', { signal })).status < 500;
    } catch {
      return false;
    }
  },
  async refresh(refreshToken, signal) {
    try {
      const response = await ask('/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify({ refresh_token: refreshToken }),
        signal,
      });
      const body: unknown = await response.json().catch(() => undefined);
      return response.ok ? { kind: 'renewed', session: body } : readRefusal(response.status, body);
    } catch {
      return { kind: 'unavailable', message: 'Failed to fetch' };
    }
  },
};

export type SignOutScope = 'local' | 'global' | 'others';

/** Tells the auth service that a session is over. 401, 403 and 404 say that it is over already. Throws for anything else. */
export async function endSession(accessToken: string, scope: SignOutScope): Promise<void> {
  const response = await ask(`/logout?scope=${scope}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(5000),
    keepalive: true,
  });
  if (!response.ok && ![401, 403, 404].includes(response.status)) {
    throw new Error(`Signing out failed (${response.status}).`);
  }
}
