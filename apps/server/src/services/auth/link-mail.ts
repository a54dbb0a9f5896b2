import { confirmationMail, emailChangeMail, recoveryMail } from '../../platform/mail/mail-templates.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { AuthContext } from './auth-deps.ts';
import type { UserRecord } from './auth-records.ts';
import type { AuthTx } from './auth-store.ts';
import { AuthError } from './domain/auth-error.ts';
import type { CodeChallenge } from './domain/pkce.ts';
import { codeOfLinkHash, hashOfAddress, newLinkHash } from './token-generator.ts';

export interface LinkTarget {
  /** Where the link leads in the end; checked already. */
  redirectTo: string;
  codeChallenge: CodeChallenge | null;
}

/** Throws when mail cannot go out now: before anything is stored, and the same whether or not there is an account. */
export async function assertMailWorks({ mailQueue, logger }: AuthContext, what: string): Promise<void> {
  const { healthy, problem } = await mailQueue.health();
  if (healthy) return;
  logger.warn({ problem }, 'mail is not available');
  throw new AuthError(500, 'unexpected_failure', `Error sending ${what} email`);
}

/** One mail of a kind per address and gap. Throws 429 with the seconds left, also for addresses without an account. */
export async function claimMail(context: AuthContext, kind: string, email: string, gapSeconds: number): Promise<void> {
  const now = context.now();
  const takenAt = await context.store.transaction((tx) =>
    tx.addressRequests.claim({ kind, addressHash: hashOfAddress(email), now, gapSeconds }),
  );
  if (!takenAt) return;
  const left = Math.max(1, Math.ceil(gapSeconds - (now.getTime() - takenAt.getTime()) / 1000));
  throw new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${left} seconds.`,
    { retryAfterSeconds: left },
  );
}

const linkOf = (context: AuthContext, hash: string, type: string, redirectTo: string): string =>
  `${context.settings.siteUrl}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo })}`;

export async function prepareRecovery(
  context: AuthContext,
  tx: AuthTx,
  user: UserRecord & { email: string },
  target: LinkTarget,
): Promise<Mail> {
  const now = context.now();
  const hash = newLinkHash(target.codeChallenge !== null);
  if (target.codeChallenge)
    await tx.flows.start({ userId: user.id, method: 'recovery', code: target.codeChallenge, now });
  await tx.oneTimeTokens.put({ userId: user.id, type: 'recovery_token', hash, relatesTo: user.email, now });
  await tx.users.update(user.id, { recoverySentAt: now }, now);
  return recoveryMail({
    to: user.email,
    link: linkOf(context, hash, 'recovery', target.redirectTo),
    code: codeOfLinkHash(hash),
  });
}

export async function prepareConfirmation(
  context: AuthContext,
  tx: AuthTx,
  user: { id: string; email: string },
  target: LinkTarget,
): Promise<Mail> {
  const now = context.now();
  const hash = newLinkHash(target.codeChallenge !== null);
  if (target.codeChallenge) {
    await tx.flows.start({ userId: user.id, method: 'email/signup', code: target.codeChallenge, now });
  }
  await tx.oneTimeTokens.put({ userId: user.id, type: 'confirmation_token', hash, relatesTo: user.email, now });
  await tx.users.update(user.id, { confirmationSentAt: now }, now);
  return confirmationMail({
    to: user.email,
    link: linkOf(context, hash, 'signup', target.redirectTo),
    code: codeOfLinkHash(hash),
  });
}

/** Two mails, to the old and to the new address: whoever has only the session cannot take the account away. */
export async function prepareEmailChange(
  context: AuthContext,
  tx: AuthTx,
  user: { id: string; currentEmail: string; newEmail: string },
  target: LinkTarget,
): Promise<Mail[]> {
  const now = context.now();
  const { id: userId, currentEmail, newEmail } = user;
  const withPkce = target.codeChallenge !== null;
  if (target.codeChallenge) await tx.flows.start({ userId, method: 'email_change', code: target.codeChallenge, now });
  await tx.users.update(userId, { emailChange: newEmail, emailChangeSentAt: now, emailChangeConfirmStatus: 0 }, now);
  const mails: Mail[] = [];
  for (const [type, address] of [
    ['email_change_token_current', currentEmail],
    ['email_change_token_new', newEmail],
  ] as const) {
    const hash = newLinkHash(withPkce);
    await tx.oneTimeTokens.put({ userId, type, hash, relatesTo: address, now });
    const link = linkOf(context, hash, 'email_change', target.redirectTo);
    mails.push(emailChangeMail({ to: address, currentEmail, newEmail, link, code: codeOfLinkHash(hash) }));
  }
  return mails;
}

/** Hands finished mails to the queue. */
export function post(context: AuthContext, mails: readonly Mail[]): void {
  context.mailQueue.enqueue(async () => mails);
}
