import { thisBrowser } from '../runtime/environment.ts';
import { createSessionKeeper, type SessionKeeper, SessionUnavailableError } from '../runtime/session/session-keeper.ts';
import type { StoredSession } from '../runtime/session/stored-session.ts';
import { authService } from './auth-service.ts';
import { sessionStorageKey } from './public-config.ts';
import { offlineError } from './request.ts';

let keeper: SessionKeeper | undefined;

/** The session of this browser. Every call that needs a token asks here; nobody else renews it. */
export function keptSession(): SessionKeeper {
  keeper ??= createSessionKeeper(thisBrowser(), authService, sessionStorageKey());
  return keeper;
}

/** The session for a call, renewed where that was due; `null`: nobody is signed in. Throws `ApiError` when it cannot be renewed now. */
export async function sessionForCall(): Promise<StoredSession | null> {
  try {
    return await keptSession().usable();
  } catch (error) {
    throw error instanceof SessionUnavailableError ? offlineError() : error;
  }
}
