import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AuthContext } from './auth-deps.ts';
import type { IssuedSession, SignedUp } from './auth-records.ts';
import type { AuthTx } from './auth-store.ts';
import { AuthError, validationFailed } from './domain/auth-error.ts';
import { parseEmail } from './domain/email-address.ts';
import { assertAcceptablePassword } from './domain/password-rule.ts';
import { parseCodeChallenge } from './domain/pkce.ts';
import { mergeMetadata } from './domain/user-metadata.ts';
import { assertMailWorks, claimMail, type LinkTarget, post, prepareConfirmation } from './link-mail.ts';
import { parseBody } from './parse-body.ts';
import { openSession } from './session-issuer.ts';
import type { ClientInfo } from './session-store.ts';

const bodySchema = z.object({
  email: z.string().max(1000).optional(),
  phone: z.string().max(100).optional(),
  password: z.string().max(10_000).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  code_challenge: z.string().max(1000).optional(),
  code_challenge_method: z.string().max(20).optional(),
});

interface NewAccount {
  email: string;
  passwordHash: string;
  userMetadata: Record<string, unknown>;
}

export async function signUp(
  context: AuthContext,
  body: Record<string, unknown>,
  client: ClientInfo,
  redirectTo: string,
): Promise<SignedUp> {
  const { settings, hasher } = context;
  const input = parseBody(bodySchema, body);
  if (settings.disableSignup) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (input.email && input.phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!input.email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!input.password) throw validationFailed('Signup requires a valid password');
  const codeChallenge = parseCodeChallenge(input.code_challenge, input.code_challenge_method);
  const email = parseEmail(input.email);
  assertAcceptablePassword(input.password);
  const userMetadata = mergeMetadata({}, input.data ?? {});
  if (!settings.autoconfirm) {
    await assertMailWorks(context, 'confirmation');
    await claimMail(context, 'confirmation', email, settings.mailGapSeconds);
  }
  // Before the look-up: a taken address takes as long as a free one.
  const account = { email, passwordHash: await hasher.hash(input.password), userMetadata };

  if (!settings.autoconfirm) return signUpWithConfirmation(context, account, client, { redirectTo, codeChallenge });
  const session = await signUpAtOnce(context, account, client);
  if (!session) throw new AuthError(422, 'user_already_exists', 'User already registered');
  if (settings.firstAccountIsAdministrator) await context.store.grantAdministratorToFirstAccount();
  return { kind: 'session', session };
}

const create = async (
  context: AuthContext,
  tx: AuthTx,
  account: NewAccount,
  client: ClientInfo,
): Promise<string | null> => {
  const now = context.now();
  const id = randomUUID();
  const confirmedAt = context.settings.autoconfirm ? now : null;
  if (!(await tx.users.insert({ ...account, id, confirmedAt, now }))) return null;
  await tx.audit.write({ action: 'user_signedup', userId: id, ip: client.ip, now });
  return id;
};

const signUpAtOnce = (context: AuthContext, account: NewAccount, client: ClientInfo): Promise<IssuedSession | null> =>
  context.store.transaction(async (tx) => {
    const id = await create(context, tx, account, client);
    return id ? openSession(context, tx, id, 'password', client) : null;
  });

async function signUpWithConfirmation(
  context: AuthContext,
  account: NewAccount,
  client: ClientInfo,
  target: LinkTarget,
): Promise<SignedUp> {
  const { email, userMetadata } = account;
  const outcome = await context.store.transaction(async (tx) => {
    const created = await create(context, tx, account, client);
    const existing = created ? null : await tx.users.findByEmail(email);
    const id = created ?? existing?.id;
    if (!id || existing?.email_confirmed_at) return null;
    const mail = await prepareConfirmation(context, tx, { id, email }, target);
    return { mail, user: await tx.users.findById(id) };
  });
  if (!outcome?.user) return { kind: 'invented', id: randomUUID(), email, userMetadata, now: context.now() };
  post(context, [outcome.mail]);
  if (context.settings.firstAccountIsAdministrator) await context.store.grantAdministratorToFirstAccount();
  // Of an account that waits for confirmation a stranger learns nothing but what they sent.
  return { kind: 'unconfirmed', user: { ...outcome.user, raw_user_meta_data: userMetadata } };
}
