import { type MailboxMessageSummary, type MailKind, mailboxMessageLimit } from '@cairn/contracts/mailbox';
import type { Db } from '../db/db.ts';
import type { Mail } from './mailer.ts';

export interface StoredMail extends MailboxMessageSummary {
  from: string;
  text: string;
  html: string;
}

export interface MailboxStore {
  insert(mail: Mail & { from: string; sentAt: Date }): Promise<void>;
  /** Newest first. */
  list(): Promise<MailboxMessageSummary[]>;
  find(id: string): Promise<StoredMail | null>;
  /** False when there is no such message. */
  remove(id: string): Promise<boolean>;
  clear(): Promise<void>;
}

interface Row {
  id: string;
  kind: MailKind;
  sender: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  sent_at: Date;
}

const summaryOf = (row: Pick<Row, 'id' | 'kind' | 'recipient' | 'subject' | 'sent_at'>): MailboxMessageSummary => ({
  id: row.id,
  kind: row.kind,
  to: row.recipient,
  subject: row.subject,
  sentAt: row.sent_at.toISOString(),
});

/** `private.mailbox_messages`, bounded to the newest `mailboxMessageLimit`. */
export const createMailboxStore = (db: Db): MailboxStore => ({
  insert: (mail) =>
    db.asSystem('mailbox', async (tx) => {
      await tx.query(
        `insert into private.mailbox_messages (kind, sender, recipient, subject, body_text, body_html, sent_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [mail.kind, mail.from, mail.to, mail.subject, mail.text, mail.html, mail.sentAt],
      );
      await tx.query(
        `delete from private.mailbox_messages where id in (
           select id from private.mailbox_messages order by sent_at desc, id offset $1)`,
        [mailboxMessageLimit],
      );
    }),

  list: () =>
    db.asSystem('mailbox', async (tx) => {
      const { rows } = await tx.query<Row>(
        'select id, kind, recipient, subject, sent_at from private.mailbox_messages order by sent_at desc, id limit $1',
        [mailboxMessageLimit],
      );
      return rows.map(summaryOf);
    }),

  find: (id) =>
    db.asSystem('mailbox', async (tx) => {
      const { rows } = await tx.query<Row>('select * from private.mailbox_messages where id = $1', [id]);
      const row = rows[0];
      return row ? { ...summaryOf(row), from: row.sender, text: row.body_text, html: row.body_html } : null;
    }),

  remove: (id) =>
    db.asSystem('mailbox', async (tx) => {
      const { rowCount } = await tx.query('delete from private.mailbox_messages where id = $1', [id]);
      return rowCount > 0;
    }),

  clear: () =>
    db.asSystem('mailbox', async (tx) => {
      await tx.query('delete from private.mailbox_messages');
    }),
});
