import { z } from 'zod';
import type { AuthContext } from './auth-deps.ts';
import { AuthError, validationFailed } from './domain/auth-error.ts';
import { parseEmail } from './domain/email-address.ts';
import { parseCodeChallenge } from './domain/pkce.ts';
import { assertMailWorks, claimMail, prepareConfirmation, prepareEmailChange } from './link-mail.ts';
import { parseBody } from './parse-body.ts';

const bodySchema = z.object({
  type: z.string().max(100).optional(),
  email: z.string().max(1000).optional(),
  phone: z.string().max(100).optional(),
  code_challenge: z.string().max(1000).optional(),
  code_challenge_method: z.string().max(20).optional(),
});

/** Sends a pending mail again. Silent about unknown addresses and about there being nothing to send. */
export async function resend(context: AuthContext, body: Record<string, unknown>, redirectTo: string): Promise<void> {
  const { settings, store, mailQueue } = context;
  const input = parseBody(bodySchema, body);
  if (!input.type) throw validationFailed('Type provided requires a value');
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(input.type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (input.email && input.phone) throw validationFailed('Only an email address or phone number should be provided.');
  if (input.type === 'sms' || input.type === 'phone_change') {
    if (!input.phone) throw validationFailed('Type provided requires a phone number');
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  if (!input.email) throw validationFailed('Type provided requires an email address');
  const email = parseEmail(input.email);
  const codeChallenge = parseCodeChallenge(input.code_challenge, input.code_challenge_method);
  const target = { redirectTo, codeChallenge };
  const isSignUp = input.type === 'signup';
  if (settings.autoconfirm) return;
  await assertMailWorks(context, isSignUp ? 'confirmation' : 'email change');
  await claimMail(context, isSignUp ? 'confirmation' : 'email_change', email, settings.mailGapSeconds);

  mailQueue.enqueue(() =>
    store.transaction(async (tx) => {
      const user = await tx.users.findByEmail(email);
      if (!user) return [];
      if (isSignUp)
        return user.email_confirmed_at ? [] : [await prepareConfirmation(context, tx, { id: user.id, email }, target)];
      if (!user.email_change) return [];
      return prepareEmailChange(context, tx, { id: user.id, currentEmail: email, newEmail: user.email_change }, target);
    }),
  );
}
