import type { AccountDeletion } from '@cairn/contracts/account';
import type { UserActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { MailQueue } from '../../../platform/mail/mail-queue.ts';
import { accountDeletionMail } from '../../../platform/mail/mail-templates.ts';
import type { AccountStore } from './account-store.ts';
import { exportEntries } from './export-entries.ts';
import { zipStream } from './zip-stream.ts';

export interface AccountDeps {
  store: AccountStore;
  mailQueue: MailQueue;
  clock: Clock;
  logger: Logger;
  siteUrl: string;
  /** Removes the bytes of files whose rows are gone. */
  removeOrphanFiles: () => Promise<unknown>;
}

const exportsAtOnce = 3;
const accountsAtOnce = 20;
const hourMs = 3_600_000;

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(deps: AccountDeps) {
  const { store, mailQueue, clock, logger, siteUrl } = deps;
  const exporting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  async function deleteDueAccounts(): Promise<void> {
    let deleted = 0;
    for (;;) {
      const ids = await store.deleteDueAccounts(accountsAtOnce);
      if (ids.length === 0) break;
      deleted += ids.length;
      logger.info({ userIds: ids }, 'accounts deleted as their owners asked');
    }
    if (deleted > 0) await deps.removeOrphanFiles();
  }

  return {
    /** The archive as a stream. One at a time for an account, a few at a time for a process. */
    startExport(actor: UserActor): ReadableStream<Uint8Array> {
      if (exporting.has(actor.userId)) {
        throw new AppError(
          'rate_limited',
          'An export of your account is running already. Please wait until it has ended.',
        );
      }
      if (exporting.size >= exportsAtOnce) {
        throw new AppError('overloaded', 'Too many exports are running at this moment. Please try again in a minute.');
      }
      exporting.add(actor.userId);
      return zipStream(exportEntries(store, actor, new Date(clock.now())), () => exporting.delete(actor.userId));
    },

    async requestDeletion(actor: UserActor, typedEmail: string): Promise<AccountDeletion> {
      const account = await store.findOwnAccount(actor);
      const email = account?.email;
      if (!email || typedEmail.trim().toLowerCase() !== email.toLowerCase()) {
        throw new AppError('validation_failed', 'This is not the address of your account.');
      }
      const { dueAt, isNew } = await store.requestDeletion(actor.userId);
      if (!dueAt) throw new AppError('internal', 'The deletion could not be noted.');
      if (isNew) {
        logger.info({ userId: actor.userId }, 'account deletion requested');
        const dueOn = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(dueAt);
        mailQueue.enqueue(async () => [accountDeletionMail({ to: email, dueOn, link: `${siteUrl}/profile/settings` })]);
      }
      return { dueAt: dueAt.toISOString() };
    },

    async cancelDeletion(actor: UserActor): Promise<void> {
      await store.cancelDeletion(actor.userId);
      logger.info({ userId: actor.userId }, 'account deletion taken back');
    },

    deleteDueAccounts,

    /** Looks every hour for accounts whose time is over; other processes may do so too. */
    start(): void {
      const look = (): void => {
        running = deleteDueAccounts().catch((error: unknown) =>
          logger.error({ err: error }, 'due accounts not deleted'),
        );
        timer = setTimeout(look, hourMs);
        timer.unref();
      };
      look();
    },

    async stop(): Promise<void> {
      clearTimeout(timer);
      await running;
    },
  };
}
