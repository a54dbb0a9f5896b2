import type { Environment } from '../environment.ts';
import type { AssuranceLevel, AuthEvent, SignedInUser } from './auth-machine.ts';
import { readAuthState } from './auth-state-cache.ts';
import type { SessionKeeper, SessionService } from './session-keeper.ts';
import { networkUnavailable } from './session-messages.ts';
import { parseStored, type StoredSession } from './stored-session.ts';

export const connectivityTimeout = 8000;

interface Ports {
  environment: Environment;
  service: Pick<SessionService, 'reachable'>;
  keeper: Pick<SessionKeeper, 'known' | 'check'>;
}

/**
 * What the kept session is worth at the start of the page. The auth service is asked first whether it is there at all: when it is
 * not, the session is not checked, and whoever was signed in stays so, as far as is known.
 */
export async function settleSession({ environment, service, keeper }: Ports): Promise<AuthEvent> {
  const known = keeper.known();
  if (known && !(await isReachable(environment, service))) {
    return { type: 'check_skipped', user: toUser(known, environment), problem: networkUnavailable };
  }
  const checked = await keeper.check();
  switch (checked.kind) {
    case 'valid':
      return { type: 'settled', user: toUser(checked.session, environment) };
    case 'unsure':
      return { type: 'check_skipped', user: toUser(checked.session, environment), problem: checked.message };
    case 'none':
      return { type: 'settled', user: null };
    case 'expired':
      return { type: 'session_expired', problem: checked.message };
  }
}

async function isReachable({ clock, online }: Environment, service: Ports['service']): Promise<boolean> {
  if (!online()) return false;
  const given = new AbortController();
  return await new Promise((resolve) => {
    const stop = clock.after(connectivityTimeout, () => {
      given.abort();
      resolve(false);
    });
    void service.reachable(given.signal).then((reachable) => {
      stop();
      resolve(reachable);
    });
  });
}

/** The session's user as the app knows them. What the session does not say is taken from who was signed in last. */
export function toUser({ access_token: token, user }: StoredSession, { local, clock }: Environment): SignedInUser {
  const fullName = user.user_metadata?.full_name;
  const cached = readAuthState(local, clock)?.userProfile;
  const assurance: AssuranceLevel = claimsOf(token)?.aal === 'aal2' ? 'aal2' : 'aal1';
  const hasFactor = user.factors?.some(({ status }) => status === 'verified');
  return {
    id: user.id,
    email: user.email || (cached?.id === user.id ? cached.email : ''),
    fullName: typeof fullName === 'string' ? fullName : '',
    assurance,
    nextAssurance: hasFactor ? 'aal2' : assurance,
  };
}

/** What a token says of itself. Read for the screen only: the server alone checks it. */
function claimsOf(token: string): { aal?: unknown } | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return parseStored(atob(payload)) as { aal?: unknown } | undefined;
  } catch {
    return undefined;
  }
}
