import { randomUUID } from 'node:crypto';
import type { AuthContext } from './auth-deps.ts';
import type { IssuedSession, UserRecord } from './auth-records.ts';
import type { AuthTx } from './auth-store.ts';
import { accessTokenClaims, assuranceOf } from './domain/session-claims.ts';
import type { ClientInfo } from './session-store.ts';
import { newRefreshToken } from './token-generator.ts';

const sessionsPerAccount = 100;

/** Opens a session for a person who has just proved who they are by `method` (an AMR method). */
export async function openSession(
  context: AuthContext,
  tx: AuthTx,
  userId: string,
  method: string,
  client: ClientInfo,
): Promise<IssuedSession> {
  const now = context.now();
  const sessionId = randomUUID();
  const refreshToken = newRefreshToken();
  const aal = assuranceOf([{ method, timestamp: 0 }]);
  await tx.sessions.insert({ id: sessionId, userId, aal, client, now });
  await tx.sessions.addMethod(sessionId, method, now);
  await tx.sessions.deleteBeyond(userId, sessionsPerAccount);
  await tx.refreshTokens.insert({ token: refreshToken, parent: null, userId, sessionId, now });
  await tx.users.update(userId, { lastSignInAt: now }, now);
  if (method === 'password') await tx.users.touchIdentity(userId, 'email', now);
  await tx.audit.write({ action: 'login', userId, ip: client.ip, now });
  const user = await tx.users.findById(userId);
  if (!user) throw new Error('the account vanished while signing in');
  return issueTokens(context, tx, user, sessionId, refreshToken);
}

/** Signs an access token for an existing session. */
export async function issueTokens(
  { keys, settings, now }: AuthContext,
  tx: AuthTx,
  user: UserRecord,
  sessionId: string,
  refreshToken: string,
): Promise<IssuedSession> {
  const issuedAtSeconds = Math.floor(now().getTime() / 1000);
  const claims = accessTokenClaims({
    issuer: `${settings.siteUrl}/auth/v1`,
    user: {
      id: user.id,
      aud: user.aud,
      role: user.role,
      email: user.email,
      phone: user.phone,
      appMetadata: user.raw_app_meta_data ?? {},
      userMetadata: user.raw_user_meta_data ?? {},
      isAnonymous: user.is_anonymous,
    },
    sessionId,
    methods: await tx.sessions.methods(sessionId),
    issuedAtSeconds,
    lifetimeSeconds: settings.jwtExpirySeconds,
  });
  return {
    accessToken: await keys.sign(claims),
    refreshToken,
    expiresInSeconds: settings.jwtExpirySeconds,
    expiresAtSeconds: issuedAtSeconds + settings.jwtExpirySeconds,
    user,
  };
}

export const isBanned = (user: UserRecord, now: Date): boolean => user.banned_until !== null && user.banned_until > now;
