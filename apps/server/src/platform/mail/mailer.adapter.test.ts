import { createPgDb } from '@cairn/server/platform/db/pg-db';
import { createSmtpSink, type SmtpSink } from '@cairn/testkit/smtp-sink';
import { createTestDatabase } from '@cairn/testkit/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { silentLogger } from '../logging/logger.ts';
import { confirmationMail, recoveryMail, testMail } from './mail-templates.ts';
import { createMailboxMailer } from './mailbox-mailer.ts';
import { createMailboxStore } from './mailbox-store.ts';
import { type Mail, MailError, type Mailer } from './mailer.ts';
import { createNoMailer } from './no-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

interface Delivered {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
}
interface Subject {
  mailer: Mailer;
  delivered(): Promise<Delivered[]>;
  close(): Promise<void>;
}

const from = 'Cairn <no-reply@cairn.example>';

const decodePart = (source: string, type: string): string => {
  const part = source.split(/\r?\n--/).find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split(/\r?\n\r?\n/);
  const content = body.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return content;
  const bytes = content
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

const subjects: Record<string, () => Promise<Subject>> = {
  async smtp() {
    const sink = await createSmtpSink();
    const mailer = createSmtpMailer({ url: sink.url, from, clock: systemClock, logger: silentLogger, timeoutMs: 1000 });
    return {
      mailer,
      delivered: async () =>
        sink.received.map(({ source, to }) => ({
          to: to.join(),
          from: /^From: (.*)$/m.exec(source)?.[1]?.trim() ?? '',
          subject: /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? '',
          text: decodePart(source, 'text/plain'),
          html: decodePart(source, 'text/html'),
        })),
      close: async () => {
        await mailer.close();
        await sink.close();
      },
    };
  },
  async mailbox() {
    const database = await createTestDatabase();
    const db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
    const store = createMailboxStore(db);
    return {
      mailer: createMailboxMailer({ store, from, clock: systemClock }),
      async delivered() {
        const found = await Promise.all((await store.list()).map(({ id }) => store.find(id)));
        return found.reverse().flatMap((mail) => (mail ? [mail] : []));
      },
      async close() {
        await db.close();
        await database.close();
      },
    };
  },
};

describe.each(Object.keys(subjects))('the mailer "%s"', (name) => {
  let subject: Subject;
  beforeAll(async () => {
    const make = subjects[name];
    if (!make) throw new Error(name);
    subject = await make();
  });
  afterAll(() => subject.close());

  it('is healthy', async () => {
    expect(await subject.mailer.health()).toMatchObject({ healthy: true, problem: null });
  });

  it('delivers address, subject, text and HTML unharmed', async () => {
    const link = `https://cairn.example/auth/v1/verify?token=${'ab'.repeat(28)}&type=recovery&redirect_to=https%3A%2F%2Fcairn.example%2Fx`;
    await subject.mailer.send(recoveryMail({ to: 'ada@example.org', link, code: '012345' }));
    await subject.mailer.send(testMail('zoë@example.org'));
    const [first, second] = await subject.delivered();
    expect(first).toMatchObject({ to: 'ada@example.org', from, subject: 'Reset your Cairn password' });
    expect(first?.text).toContain(link);
    expect(first?.text).toContain('expires in 1 hour');
    expect(first?.html).toContain(link.replaceAll('&', '&#38;'));
    expect(first?.html).toContain('expires in 1 hour');
    expect(second?.text).toContain('zoë@example.org');
  });

  it('keeps line breaks in an address or subject from becoming headers or further recipients', async () => {
    const before = (await subject.delivered()).length;
    const sly: Mail = {
      ...testMail('ada@example.org'),
      to: 'ada@example.org\r\nBcc: eve@example.org',
      subject: 'a\r\nBcc: eve@example.org',
    };
    await subject.mailer.send(sly).catch(() => {});
    for (const { to, from: sender } of (await subject.delivered()).slice(before)) {
      expect(to.split(',')).not.toContain('eve@example.org');
      expect(sender).toBe(from);
    }
  });
});

describe('SMTP in trouble', () => {
  let sink: SmtpSink;
  let now = 0;
  const mailers: Mailer[] = [];
  const mailerTo = (url: string): Mailer => {
    const mailer = createSmtpMailer({ url, from, clock: { now: () => now }, logger: silentLogger, timeoutMs: 300 });
    mailers.push(mailer);
    return mailer;
  };
  const send = (mailer: Mailer) => mailer.send(testMail('ada@example.org')).catch((error: unknown) => error);
  beforeAll(async () => {
    sink = await createSmtpSink();
  });
  afterAll(async () => {
    await Promise.all(mailers.map((mailer) => mailer.close()));
    await sink.close();
  });

  it('tells what passes from what stays, and one refused mail from a broken server', async () => {
    const mailer = mailerTo(sink.url);
    sink.refuse(550);
    expect(await send(mailer)).toMatchObject({ temporary: false });
    expect(await mailer.health()).toMatchObject({ healthy: true });
    sink.refuse(451);
    expect(await send(mailer)).toMatchObject({ temporary: true });
    expect(await send(mailer)).toBeUndefined();
    expect(sink.received.at(-1)?.to).toEqual(['ada@example.org']);
  });

  it('gives up on a server that says nothing, in bounded time', async () => {
    sink.hang(true);
    const mailer = mailerTo(sink.url);
    const error = await send(mailer);
    sink.hang(false);
    expect(error).toBeInstanceOf(MailError);
    expect(error).toMatchObject({ temporary: true });
    expect(await mailer.health()).toMatchObject({ healthy: false, problem: 'The mail server cannot be reached.' });
  });

  it('names a wrong password, a closed port and missing encryption', async () => {
    const wrong = await mailerTo(sink.url.replace('secret', 'wrong')).health();
    expect(wrong).toMatchObject({ healthy: false, problem: 'The mail server refuses the user name or password.' });
    const closed = await mailerTo('smtp://127.0.0.1:1').health();
    expect(closed).toMatchObject({ healthy: false, problem: 'The mail server cannot be reached.' });
    const plain = await mailerTo(sink.url.replace('?insecure=true', '')).health();
    expect(plain).toMatchObject({ healthy: false, problem: expect.stringContaining('no encrypted connection') });
  });

  it('checks once for many who ask, and again when the answer is old', async () => {
    const mailer = mailerTo(sink.url);
    const before = sink.connections();
    await Promise.all(Array.from({ length: 20 }, () => mailer.health()));
    await mailer.health();
    expect(sink.connections() - before).toBe(1);
    now += 31_000;
    await mailer.health();
    expect(sink.connections() - before).toBe(2);
  });
});

describe('no mailer', () => {
  it('says so instead of losing mail', async () => {
    const mailer = createNoMailer({ clock: systemClock });
    expect(await mailer.health()).toMatchObject({ healthy: false, problem: 'Mail is not configured on this server.' });
    await expect(mailer.send(testMail('ada@example.org'))).rejects.toMatchObject({ temporary: false });
  });
});

describe('the templates', () => {
  it('escape what people typed', () => {
    const { html, text } = confirmationMail({
      to: '"<b>"@example.org',
      link: 'https://cairn.example/?a=1&b="',
      code: '000001',
    });
    expect(html).not.toContain('<b>');
    expect(html).toContain('href="https://cairn.example/?a=1&#38;b=&#34;"');
    expect(text).toContain('it is 000001.');
  });
});
