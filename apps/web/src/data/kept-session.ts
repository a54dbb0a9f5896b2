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

let held: Promise<void> | undefined;

/**
 * After a sign-out, until the page is gone: what the screen of the person would still ask for is not asked for as a visitor. What is
 * returned lets calls through again, for a page that the browser keeps for the way back.
 */
export function holdCalls(): () => void {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    held = undefined;
    release();
  };
}

/** The session for a call, renewed where that was due; `null`: nobody is signed in. Throws `ApiError` when it cannot be renewed now. */
export async function sessionForCall(): Promise<StoredSession | null> {
  await held;
  try {
    return await keptSession().usable();
  } catch (error) {
    throw error instanceof SessionUnavailableError ? offlineError() : error;
  }
}
