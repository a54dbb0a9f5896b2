import { randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AuthContext } from './auth-deps.ts';
import type { IssuedSession, OneTimeTokenRecord, UserRecord } from './auth-records.ts';
import type { AuthTx } from './auth-store.ts';
import { AuthError, userBanned, validationFailed } from './domain/auth-error.ts';
import { normalizeEmail } from './domain/email-address.ts';
import { type OneTimeTokenType, pkcePrefix, tokenTypesOf } from './domain/mail-link-type.ts';
import { parseBody } from './parse-body.ts';
import { isBanned, openSession } from './session-issuer.ts';
import type { ClientInfo } from './session-store.ts';
import { codeOfLinkHash } from './token-generator.ts';

export type Redeemed =
  | { kind: 'session'; session: IssuedSession }
  /** The first of the two links of an address change. */
  | { kind: 'half_way' }
  /** PKCE: to be exchanged at the token endpoint. */
  | { kind: 'code'; code: string };

export const halfWayMessage = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const bodySchema = z.object({
  type: z.string().max(100).optional(),
  token: z.string().max(1000).optional(),
  token_hash: z.string().max(1000).optional(),
  email: z.string().max(1000).optional(),
  phone: z.string().max(100).optional(),
  redirect_to: z.string().max(4000).optional(),
});

const linkInvalid = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const codeInvalid = (): AuthError => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

const typesOf = (type: string): readonly OneTimeTokenType[] => {
  const types = tokenTypesOf(type);
  if (!types) throw validationFailed('Unsupported verification type');
  return types;
};

/** `POST /verify` with JSON: a link's hash, or the code typed from a mail together with the address. */
export async function verify(
  context: AuthContext,
  body: Record<string, unknown>,
  client: ClientInfo,
): Promise<Redeemed> {
  const input = parseBody(bodySchema, body);
  if (!input.type) throw validationFailed('Verify requires a verification type');
  if (input.token && input.token_hash) throw validationFailed('Verify requires either a token or a token hash');
  if (input.token_hash) {
    if (input.email || input.phone || input.redirect_to) {
      throw validationFailed('Only the token_hash and type should be provided');
    }
    return redeemLink(context, input.token_hash, input.type, client, { withPkce: false });
  }
  if (!input.token) throw validationFailed('Verify requires a token or a token hash');
  if (input.phone || !input.email)
    throw validationFailed('Only an email address or phone number should be provided on verify');
  const types = typesOf(input.type);
  const email = normalizeEmail(input.email);
  const token = input.token;
  context.limiter.take('codesPerEmail', email);
  return context.store.transaction(async (tx) => {
    const candidates = await tx.oneTimeTokens.findByAddress(email, types);
    const found = candidates.find((candidate) => equal(codeOfLinkHash(candidate.token_hash), token));
    if (!found || isExpired(context, found)) throw codeInvalid();
    return redeem(context, tx, found, client, { withPkce: false });
  });
}

/** Whether a link could be redeemed now. Does not spend it. */
export async function isLinkRedeemable(context: AuthContext, hash: string, type: string): Promise<boolean> {
  const types = typesOf(type);
  const found = await context.store.transaction((tx) => tx.oneTimeTokens.findByHash(hash, types));
  return found !== null && !isExpired(context, found);
}

export function redeemLink(
  context: AuthContext,
  hash: string,
  type: string,
  client: ClientInfo,
  options: { withPkce: boolean },
): Promise<Redeemed> {
  const types = typesOf(type);
  return context.store.transaction(async (tx) => {
    const found = await tx.oneTimeTokens.findByHash(hash, types);
    if (!found || isExpired(context, found)) throw linkInvalid();
    return redeem(context, tx, found, client, options);
  });
}

async function redeem(
  context: AuthContext,
  tx: AuthTx,
  token: OneTimeTokenRecord,
  client: ClientInfo,
  { withPkce }: { withPkce: boolean },
): Promise<Redeemed> {
  const now = context.now();
  // The account first, as everywhere, then the token: two clicks at once meet here, and one of them finds it spent.
  await tx.users.lock(token.user_id);
  const user = await tx.users.findById(token.user_id);
  if (!user) throw linkInvalid();
  if (isBanned(user, now)) throw userBanned(403);
  if (!(await tx.oneTimeTokens.spend(token.id, token.token_hash))) throw linkInvalid();

  const isChange = token.token_type === 'email_change_token_current' || token.token_type === 'email_change_token_new';
  if (isChange) {
    if ((await confirmEmailChange(context, tx, user, client)) === 'half_way') return { kind: 'half_way' };
  } else if (!user.email_confirmed_at && user.email) {
    // Whoever reads mail at the address owns it, whichever mail it was.
    await tx.users.update(user.id, { emailConfirmedAt: now }, now);
    await tx.users.updateEmailIdentity(user.id, { email: user.email, email_verified: true }, now);
    await tx.oneTimeTokens.deleteTypes(user.id, ['confirmation_token']);
  }
  if (withPkce && token.token_hash.startsWith(pkcePrefix)) {
    const method = isChange ? 'email_change' : token.token_type === 'recovery_token' ? 'recovery' : 'email/signup';
    const code = randomUUID();
    if (!(await tx.flows.issueCode({ userId: user.id, method, authCode: code, now }))) throw linkInvalid();
    return { kind: 'code', code };
  }
  return { kind: 'session', session: await openSession(context, tx, user.id, 'otp', client) };
}

async function confirmEmailChange(
  context: AuthContext,
  tx: AuthTx,
  user: UserRecord,
  client: ClientInfo,
): Promise<'done' | 'half_way'> {
  const now = context.now();
  const newEmail = user.email_change;
  if (!newEmail) throw linkInvalid();
  if (user.email_change_confirm_status === 0) {
    await tx.users.update(user.id, { emailChangeConfirmStatus: 1 }, now);
    return 'half_way';
  }
  const owner = await tx.users.findByEmail(newEmail);
  if (owner && owner.id !== user.id) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  await replaceEmail(tx, user.id, newEmail, now);
  await tx.audit.write({ action: 'email_changed', userId: user.id, ip: client.ip, now });
  return 'done';
}

/** The new address is confirmed. Links that went to the old one are void. */
export async function replaceEmail(tx: AuthTx, userId: string, email: string, now: Date): Promise<void> {
  await tx.users.update(userId, { email, emailChange: null, emailChangeConfirmStatus: 0, emailConfirmedAt: now }, now);
  await tx.users.updateEmailIdentity(userId, { email, email_verified: true }, now);
  await tx.oneTimeTokens.deleteAll(userId);
}

const isExpired = (context: AuthContext, token: OneTimeTokenRecord): boolean =>
  token.created_at.getTime() + context.settings.mailLinkLifetimeSeconds * 1000 <= context.now().getTime();

const equal = (expected: string, given: string): boolean =>
  /^\d{6}$/.test(given) && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
