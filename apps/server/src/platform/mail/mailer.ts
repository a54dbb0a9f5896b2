import type { MailKind } from '@cairn/contracts/mailbox';

export interface Mail {
  kind: MailKind;
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailHealth {
  healthy: boolean;
  /** Milliseconds since the epoch. */
  checkedAt: number;
  /** One sentence for a person when unhealthy. */
  problem: string | null;
}

/** The mail port. Adapters: SMTP, the built-in mailbox, and none (nothing can be sent). */
export interface Mailer {
  readonly delivery: 'smtp' | 'mailbox' | 'none';
  /** Resolves when the next hop has taken the mail. Rejects with MailError. Bounded in time by the adapter. */
  send(mail: Mail): Promise<void>;
  /** The outcome of a recent check (at most `maximumHealthAgeMs` old) or of a new one. Never rejects. */
  health(): Promise<MailHealth>;
  close(): Promise<void>;
}

export const maximumHealthAgeMs = 30_000;

export class MailError extends Error {
  /** False: sending the same mail again cannot help (the address or the mail was refused for good). */
  readonly temporary: boolean;
  constructor(message: string, options: { temporary: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.temporary = options.temporary;
  }
}
