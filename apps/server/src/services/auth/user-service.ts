import { z } from 'zod';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { AuthContext } from './auth-deps.ts';
import type { UserRecord } from './auth-records.ts';
import type { Bearer } from './bearer.ts';
import { AuthError, validationFailed } from './domain/auth-error.ts';
import { parseEmail } from './domain/email-address.ts';
import { assertAcceptablePassword, isPossiblePassword } from './domain/password-rule.ts';
import { parseCodeChallenge } from './domain/pkce.ts';
import { mergeMetadata } from './domain/user-metadata.ts';
import { assertMailWorks, claimMail, post, prepareEmailChange } from './link-mail.ts';
import { parseBody } from './parse-body.ts';
import type { ClientInfo } from './session-store.ts';
import { replaceEmail } from './verify-service.ts';

const bodySchema = z.object({
  email: z.string().max(1000).optional(),
  phone: z.string().max(100).optional(),
  password: z.string().max(10_000).optional(),
  current_password: z.string().max(10_000).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  app_metadata: z.unknown().optional(),
  code_challenge: z.string().max(1000).optional(),
  code_challenge_method: z.string().max(20).optional(),
});

const conflict = (): AuthError =>
  new AuthError(409, 'conflict', 'The account was changed at the same moment. Please try again.');
const emailExists = (): AuthError =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

/** Changes the bearer's own account: metadata, password, address. All of it or nothing. */
export async function updateUser(
  context: AuthContext,
  { user, sessionId, claims }: Bearer,
  body: Record<string, unknown>,
  client: ClientInfo,
  redirectTo: string,
): Promise<UserRecord> {
  const { settings, store } = context;
  const input = parseBody(bodySchema, body);
  if (input.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (input.phone && input.phone !== user.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  const codeChallenge = parseCodeChallenge(input.code_challenge, input.code_challenge_method);
  const typedEmail = input.email ? parseEmail(input.email) : null;
  const newEmail = typedEmail === user.email ? null : typedEmail;
  const hasSecondFactor = user.factors.some(({ status }) => status === 'verified');
  if ((newEmail || input.password) && hasSecondFactor && claims.aal !== 'aal2') {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  const passwordHash = input.password
    ? await newPasswordHash(context, user, input.password, input.current_password)
    : null;
  if (newEmail && (await store.transaction((tx) => tx.users.findByEmail(newEmail)))) throw emailExists();
  if (newEmail && !settings.autoconfirm) {
    await assertMailWorks(context, 'email change');
    await claimMail(context, 'email_change', user.email ?? newEmail, settings.mailGapSeconds);
  }

  const now = context.now();
  const { updated, mails } = await store.transaction(async (tx) => {
    await tx.users.lock(user.id);
    const current = await tx.users.findById(user.id);
    if (!current || current.email !== user.email) throw conflict();
    let outgoing: Mail[] = [];
    if (input.data) {
      const userMetadata = mergeMetadata(current.raw_user_meta_data ?? {}, input.data);
      await tx.users.update(user.id, { userMetadata }, now);
      await tx.audit.write({ action: 'user_modified', userId: user.id, ip: client.ip, now });
    }
    if (passwordHash) {
      // Whoever changed the password meanwhile may have done so to shut this session out.
      if (current.encrypted_password !== user.encrypted_password) throw conflict();
      await tx.users.update(user.id, { passwordHash }, now);
      await tx.sessions.deleteOthers(user.id, sessionId);
      await tx.oneTimeTokens.deleteAll(user.id);
      await tx.audit.write({ action: 'user_updated_password', userId: user.id, ip: client.ip, now });
    }
    if (newEmail && (settings.autoconfirm || !current.email)) {
      await replaceEmail(tx, user.id, newEmail, now);
      await tx.audit.write({ action: 'email_changed', userId: user.id, ip: client.ip, now });
    } else if (newEmail && current.email) {
      const change = { id: user.id, currentEmail: current.email, newEmail };
      outgoing = await prepareEmailChange(context, tx, change, { redirectTo, codeChallenge });
    }
    return { updated: await tx.users.findById(user.id), mails: outgoing };
  });
  if (!updated) throw conflict();
  if (mails.length > 0) post(context, mails);
  return updated;
}

async function newPasswordHash(
  { hasher, limiter }: AuthContext,
  user: UserRecord,
  password: string,
  currentPassword: string | undefined,
): Promise<string> {
  if (user.is_anonymous && !user.email && !user.phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  if (currentPassword !== undefined) {
    limiter.check('failuresPerEmail', user.email ?? user.id);
    const right = await hasher.verify(
      user.encrypted_password,
      isPossiblePassword(currentPassword) ? currentPassword : '',
    );
    if (!right) {
      limiter.take('failuresPerEmail', user.email ?? user.id);
      throw new AuthError(400, 'current_password_invalid', 'Current password is not right');
    }
  }
  assertAcceptablePassword(password);
  if (await hasher.verify(user.encrypted_password, password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hasher.hash(password);
}

const scopes = ['global', 'local', 'others'];

export async function signOut(
  context: AuthContext,
  { user, sessionId }: Bearer,
  scope: string,
  client: ClientInfo,
): Promise<void> {
  if (!scopes.includes(scope)) throw validationFailed(`Unsupported logout scope "${scope}"`);
  await context.store.transaction(async (tx) => {
    if (scope === 'others') await tx.sessions.deleteOthers(user.id, sessionId);
    else if (scope === 'local' && sessionId) await tx.sessions.deleteOne(sessionId);
    // Without a session "this one" cannot be told from the rest: everything goes, as in GoTrue.
    else await tx.sessions.deleteAll(user.id);
    await tx.audit.write({ action: 'logout', userId: user.id, ip: client.ip, now: context.now() });
  });
}
