import { z } from 'zod';
import type { UserRecord } from '../auth-records.ts';
import { AuthError, invalidCredentials, userBanned, validationFailed } from '../domain/auth-error.ts';
import { normalizeEmail } from '../domain/email-address.ts';
import { isPossiblePassword, weaknessOf } from '../domain/password-rule.ts';
import { parseBody } from '../parse-body.ts';
import { isBanned, openSession } from '../session-issuer.ts';
import type { Grant } from './grant.ts';

const bodySchema = z.object({
  email: z.string().max(1000).optional(),
  phone: z.string().max(100).optional(),
  password: z.string().max(10_000).optional(),
});

export const passwordGrant: Grant = async (context, body, client) => {
  const { email: typedEmail = '', phone = '', password = '' } = parseBody(bodySchema, body);
  if (typedEmail && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!typedEmail) throw validationFailed('missing email or phone');

  const email = normalizeEmail(typedEmail);
  const emailAndClient = `${email} ${client.ip ?? 'unknown'}`;
  context.limiter.check('failuresPerEmailAndClient', emailAndClient);
  context.limiter.check('failuresPerEmail', email);
  const found = await context.store.transaction((tx) => tx.users.findByEmail(email));
  const matches = await context.hasher.verify(
    found?.encrypted_password ?? null,
    isPossiblePassword(password) ? password : '',
  );
  if (!found || !matches) {
    context.limiter.take('failuresPerEmailAndClient', emailAndClient);
    context.limiter.take('failuresPerEmail', email);
    throw invalidCredentials();
  }
  assertMayEnter(found, context.now());

  const session = await context.store.transaction(async (tx) => {
    // The password may have been changed, or the account banned, while it was being checked.
    await tx.users.lock(found.id);
    const current = await tx.users.findById(found.id);
    if (!current || current.encrypted_password !== found.encrypted_password) throw invalidCredentials();
    assertMayEnter(current, context.now());
    return openSession(context, tx, current.id, 'password', client);
  });
  const weakPassword = weaknessOf(password);
  return weakPassword ? { ...session, weakPassword } : session;
};

/** Only after the password was right: the state of an account is its owner's business. */
function assertMayEnter(user: UserRecord, now: Date): void {
  if (isBanned(user, now)) throw userBanned(400);
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
}
