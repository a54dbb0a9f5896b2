import { z } from 'zod';
import type { AuthContext } from './auth-deps.ts';
import { validationFailed } from './domain/auth-error.ts';
import { parseEmail } from './domain/email-address.ts';
import { parseCodeChallenge } from './domain/pkce.ts';
import { assertMailWorks, claimMail, prepareRecovery } from './link-mail.ts';
import { parseBody } from './parse-body.ts';
import type { ClientInfo } from './session-store.ts';

const bodySchema = z.object({
  email: z.string().max(1000).optional(),
  code_challenge: z.string().max(1000).optional(),
  code_challenge_method: z.string().max(20).optional(),
});

/**
 * Asks for a recovery mail. Whether there is an account is looked up only after the answer has gone out:
 * neither its text nor its time tells.
 */
export async function requestRecovery(
  context: AuthContext,
  body: Record<string, unknown>,
  client: ClientInfo,
  redirectTo: string,
): Promise<void> {
  const { settings, store, mailQueue } = context;
  const input = parseBody(bodySchema, body);
  if (!input.email) throw validationFailed('Password recovery requires an email');
  const email = parseEmail(input.email);
  const codeChallenge = parseCodeChallenge(input.code_challenge, input.code_challenge_method);
  await assertMailWorks(context, 'recovery');
  await claimMail(context, 'recovery', email, settings.recoveryGapSeconds);

  mailQueue.enqueue(() =>
    store.transaction(async (tx) => {
      const user = await tx.users.findByEmail(email);
      if (!user) return [];
      const mail = await prepareRecovery(context, tx, { ...user, email }, { redirectTo, codeChallenge });
      await tx.audit.write({ action: 'user_recovery_requested', userId: user.id, ip: client.ip, now: context.now() });
      return [mail];
    }),
  );
}
