import { z } from 'zod';
import type { AuthContext } from '../auth-deps.ts';
import type { IssuedSession, RefreshTokenRecord } from '../auth-records.ts';
import type { AuthTx } from '../auth-store.ts';
import { AuthError, userBanned, validationFailed } from '../domain/auth-error.ts';
import { decideRotation, isRefreshTokenShape, type RotatingToken } from '../domain/refresh-rotation.ts';
import { parseBody } from '../parse-body.ts';
import { isBanned, issueTokens } from '../session-issuer.ts';
import type { ClientInfo } from '../session-store.ts';
import { newRefreshToken } from '../token-generator.ts';
import type { Grant } from './grant.ts';

const bodySchema = z.object({ refresh_token: z.string().max(10_000).optional() });
const keptAfterUseMs = 24 * 3_600_000;

export const refreshTokenGrant: Grant = async (context, body, client) => {
  const { refresh_token: presented = '' } = parseBody(bodySchema, body);
  if (!presented) throw validationFailed('refresh_token required');
  if (!isRefreshTokenShape(presented)) throw validationFailed('Refresh token is not valid');
  const outcome = await context.store.transaction((tx) => refresh(context, tx, presented, client));
  // A refusal may have revoked tokens: it leaves the transaction as a value, so that this is committed.
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
};

async function refresh(
  context: AuthContext,
  tx: AuthTx,
  presented: string,
  client: ClientInfo,
): Promise<IssuedSession | AuthError> {
  const now = context.now();
  const found = await tx.refreshTokens.find(presented);
  if (!found) return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  const session = found.session_id
    ? await tx.sessions.lock(found.session_id, context.settings.sessionLockTimeoutMs)
    : null;
  if (!session) {
    return new AuthError(400, 'session_not_found', 'Invalid Refresh Token: Session Not Found');
  }
  if (session.not_after && session.not_after <= now) {
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  }
  const user = await tx.users.findById(session.user_id);
  if (!user) return new AuthError(400, 'session_not_found', 'Invalid Refresh Token: Session Not Found');
  if (isBanned(user, now)) return userBanned(400);

  // Again, now that nobody else can change it.
  const token = await tx.refreshTokens.find(presented);
  if (!token) return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  const active = await tx.refreshTokens.findActive(session.id);
  const decision = decideRotation(
    rotating(token),
    active && rotating(active),
    now.getTime(),
    context.settings.refreshReuseIntervalSeconds * 1000,
  );

  if (decision === 'reused') {
    await tx.refreshTokens.revokeSession(session.id, now);
    await tx.audit.write({ action: 'token_reused', userId: user.id, ip: client.ip, now });
    context.logger.warn({ userId: user.id, sessionId: session.id }, 'refresh token used again: session revoked');
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  await tx.sessions.markRefreshed(session.id, client, now);
  if (decision === 'return_active' && active) return issueTokens(context, tx, user, session.id, active.token);

  const next = newRefreshToken();
  await tx.refreshTokens.revoke(token.id, now);
  await tx.refreshTokens.insert({ token: next, parent: token.token, userId: user.id, sessionId: session.id, now });
  await tx.refreshTokens.deleteOld(session.id, new Date(now.getTime() - keptAfterUseMs));
  return issueTokens(context, tx, user, session.id, next);
}

const rotating = (token: RefreshTokenRecord): RotatingToken => ({
  token: token.token,
  parent: token.parent,
  revoked: token.revoked,
  updatedAt: token.updated_at.getTime(),
});
