import type { Claims } from '../../kernel/actor.ts';
import type { AuthContext } from './auth-deps.ts';
import type { UserRecord } from './auth-records.ts';
import { AuthError, userBanned } from './domain/auth-error.ts';
import { isBanned } from './session-issuer.ts';

/** Who sends a request, checked against the account and the session as they are now. */
export interface Bearer {
  user: UserRecord;
  /** Null: the token was made without a session. */
  sessionId: string | null;
  claims: Claims;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function readBearer(context: AuthContext, authorization: string | undefined): Promise<Bearer> {
  const token = /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await context.keys.verify(token).catch((cause: unknown) => {
    const why =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_JWT_EXPIRED'
        ? 'token is expired'
        : 'token is malformed or its signature is invalid';
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`, { cause });
  });
  const { sub, session_id: sessionId } = claims;
  if (typeof sub !== 'string' || sub === '') throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!uuidShape.test(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (sessionId !== undefined && (typeof sessionId !== 'string' || !uuidShape.test(sessionId))) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID');
  }

  return context.store.transaction(async (tx) => {
    const user = await tx.users.findById(sub);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (sessionId !== undefined && !(await tx.sessions.exists(sessionId, user.id))) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    }
    if (isBanned(user, context.now())) throw userBanned(403);
    return { user, sessionId: sessionId ?? null, claims };
  });
}
