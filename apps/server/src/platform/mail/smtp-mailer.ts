import nodemailer from 'nodemailer';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../logging/logger.ts';
import { MailError, type Mailer, type MailHealth, maximumHealthAgeMs } from './mailer.ts';

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
  clock: Clock;
  logger: Logger;
  /** Per step (connect, greeting, idle socket); default 8000 ms. */
  timeoutMs?: number;
}

const responseCode = (error: unknown): number | undefined =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { clock, logger, timeoutMs = 8000 } = options;
  const { hostname, port, username, password, protocol, searchParams } = new URL(options.url);
  const secure = protocol === 'smtps:';
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // Credentials and links to an account do not travel in the clear, unless the configuration says so by name.
    requireTLS: !secure && searchParams.get('insecure') !== 'true',
    ignoreTLS: searchParams.get('insecure') === 'true',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  let last: MailHealth | undefined;
  let checking: Promise<MailHealth> | undefined;
  const note = (problem: string | null): MailHealth => {
    last = { healthy: problem === null, checkedAt: clock.now(), problem };
    return last;
  };

  const check = async (): Promise<MailHealth> => {
    try {
      await transport.verify();
      return note(null);
    } catch (error) {
      logger.warn({ err: error }, 'the mail server does not answer as it should');
      return note(problemOf(error));
    }
  };

  return {
    delivery: 'smtp',
    async send(mail) {
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
        note(null);
      } catch (error) {
        const code = responseCode(error);
        const refusedForGood = code !== undefined && code >= 500 && errorCode(error) !== 'EAUTH';
        // A refused recipient says nothing about the server; everything else does.
        if (!refusedForGood) note(problemOf(error));
        throw new MailError('The mail server did not take the mail.', { temporary: !refusedForGood, cause: error });
      }
    },
    async health() {
      if (last && clock.now() - last.checkedAt < maximumHealthAgeMs) return last;
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    close: async () => transport.close(),
  };
}

function problemOf(error: unknown): string {
  switch (errorCode(error)) {
    case 'EAUTH':
      return 'The mail server refuses the user name or password.';
    case 'EDNS':
      return 'The name of the mail server cannot be resolved.';
    case 'ETLS':
      return 'The mail server offers no encrypted connection; SMTP_URL can allow that with ?insecure=true.';
    case 'ETIMEDOUT':
    case 'ECONNECTION':
    case 'ESOCKET':
      return 'The mail server cannot be reached.';
    default:
      return 'The mail server does not answer as it should.';
  }
}
