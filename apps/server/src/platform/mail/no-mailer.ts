import type { Clock } from '../../kernel/clock.ts';
import { MailError, type Mailer } from './mailer.ts';

/** Production without a mail server: says so instead of losing mail silently. */
export function createNoMailer({ clock }: { clock: Clock }): Mailer {
  const problem = 'Mail is not configured on this server.';
  return {
    delivery: 'none',
    send: async () => {
      throw new MailError(problem, { temporary: false });
    },
    health: async () => ({ healthy: false, checkedAt: clock.now(), problem }),
    close: async () => {},
  };
}
