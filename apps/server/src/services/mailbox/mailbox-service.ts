import type { MailboxMessage, MailboxState, TestMailResult } from '@cairn/contracts/mailbox';
import type { UserActor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { testMail } from '../../platform/mail/mail-templates.ts';
import type { MailboxStore, StoredMail } from '../../platform/mail/mailbox-store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { linksIn } from './domain/mail-links.ts';
import { createTestMailAllowance } from './domain/test-mail-allowance.ts';
import { findOwnAddress } from './recipient-store.ts';

export interface MailboxDeps {
  db: Db;
  store: MailboxStore;
  mailer: Mailer;
  clock: Clock;
  logger: Logger;
}

/** `access` is what the routes found out about the request: the right place, the right key. */
export type MailboxAccess = 'open' | 'locked';

export interface MailboxService {
  state(access: MailboxAccess): Promise<MailboxState>;
  read(access: MailboxAccess, id: string): Promise<MailboxMessage>;
  readHtml(access: MailboxAccess, id: string): Promise<string>;
  remove(access: MailboxAccess, id: string): Promise<void>;
  clear(access: MailboxAccess): Promise<void>;
  /** One mail to the asker's own address, never to one typed in. */
  sendTestMail(actor: UserActor): Promise<TestMailResult>;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const noMessage = (): AppError => new AppError('not_found', 'There is no such message.');

export function createMailboxService({ db, store, mailer, clock, logger }: MailboxDeps): MailboxService {
  const secondsLeft = createTestMailAllowance();

  const assertOpen = (access: MailboxAccess): void => {
    if (mailer.delivery !== 'mailbox') throw new AppError('not_found', 'This server has no built-in mailbox.');
    if (access !== 'open')
      throw new AppError('forbidden', 'Open the mailbox with the link that was printed at the start.');
  };

  const find = async (access: MailboxAccess, id: string): Promise<StoredMail> => {
    assertOpen(access);
    const mail = uuidShape.test(id) ? await store.find(id) : null;
    if (!mail) throw noMessage();
    return mail;
  };

  return {
    async state(access) {
      if (mailer.delivery === 'none') return { delivery: 'none' };
      if (mailer.delivery === 'smtp') {
        const { healthy, checkedAt, problem } = await mailer.health();
        return { delivery: 'smtp', healthy, checkedAt: new Date(checkedAt).toISOString(), problem };
      }
      if (access !== 'open') return { delivery: 'mailbox', access: 'locked' };
      return { delivery: 'mailbox', access: 'open', messages: await store.list() };
    },

    async read(access, id) {
      const { html: _html, ...mail } = await find(access, id);
      return { ...mail, htmlUrl: `/api/mailbox/${mail.id}/html`, links: linksIn(mail.text) };
    },

    async readHtml(access, id) {
      return (await find(access, id)).html;
    },

    async remove(access, id) {
      assertOpen(access);
      if (!uuidShape.test(id) || !(await store.remove(id))) throw noMessage();
    },

    async clear(access) {
      assertOpen(access);
      await store.clear();
    },

    async sendTestMail(actor) {
      const { delivery } = mailer;
      if (delivery === 'none') throw new AppError('unavailable', 'Mail is not configured on this server.');
      const to = await findOwnAddress(db, actor);
      if (!to) throw new AppError('not_found', 'Your account has no mail address.');
      const left = secondsLeft(actor.userId, clock.now());
      if (left > 0) {
        throw new AppError('rate_limited', `Please wait ${left} seconds before the next test mail.`, {
          details: { retryAfterSeconds: left },
        });
      }
      try {
        await mailer.send(testMail(to));
      } catch (cause) {
        logger.warn({ err: cause }, 'the test mail could not be sent');
        throw new AppError('unavailable', 'The mail server did not take the test mail.', { cause });
      }
      return { to, delivery };
    },
  };
}
