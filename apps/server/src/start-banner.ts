import type { AppSummary } from './app.ts';
import type { Config } from './config/config.ts';
import type { OpenDatabase } from './open-database.ts';

interface BannerInput {
  config: Config;
  url: string;
  summary: AppSummary;
  database: OpenDatabase;
  startedInMs: number;
}

/** What `npm start` prints: the address, and what was found. */
export function startBanner({ config, url, summary, database, startedInMs }: BannerInput): string[] {
  const row = (name: string, value: string): string => `  ${name.padEnd(12)}${value}`;
  const embeddedAt = database.location ?? config.dataDir;
  const lines = [
    '',
    `  Cairn is ready at ${url}   (${(startedInMs / 1000).toFixed(2)} s)`,
    '',
    row(
      'database',
      database.kind === 'embedded'
        ? `built-in PostgreSQL ${database.serverVersion}, data in ${embeddedAt}`
        : `configured, PostgreSQL ${database.serverVersion}`,
    ),
    row('mail', config.mail.smtpUrl ? 'configured (SMTP)' : 'built-in mailbox'),
    row('answers', summary.answerProvider === 'extractive' ? 'built-in (quotes from your material)' : 'configured'),
    row('payments', 'built-in (none are taken)'),
    row('mode', config.mode),
  ];
  if (summary.mailboxUrl) lines.push(row('mailbox', summary.mailboxUrl));
  lines.push('', '  Ctrl-C stops it.', '');
  return lines;
}
