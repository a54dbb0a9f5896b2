import type { Clock } from '../../kernel/clock.ts';
import type { MailboxStore } from './mailbox-store.ts';
import { MailError, type Mailer } from './mailer.ts';

/** The built-in mailbox: mail ends in the database, to be read on the screen `/test-email`. */
export function createMailboxMailer(options: { store: MailboxStore; from: string; clock: Clock }): Mailer {
  const { store, from, clock } = options;
  return {
    delivery: 'mailbox',
    async send(mail) {
      try {
        await store.insert({ ...mail, from, sentAt: new Date(clock.now()) });
      } catch (cause) {
        throw new MailError('The mailbox could not store the mail.', { temporary: true, cause });
      }
    },
    health: async () => ({ healthy: true, checkedAt: clock.now(), problem: null }),
    close: async () => {},
  };
}
