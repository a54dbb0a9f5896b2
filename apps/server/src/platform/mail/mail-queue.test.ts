import { describe, expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.ts';
import { createMailQueue } from './mail-queue.ts';
import { testMail } from './mail-templates.ts';
import { type Mail, MailError, type Mailer } from './mailer.ts';

function setUp(outcomes: (MailError | 'sent')[] = [], options: { capacity?: number; retryAfterMs?: number[] } = {}) {
  const sent: Mail[] = [];
  let attempts = 0;
  const mailer: Mailer = {
    delivery: 'smtp',
    async send(mail) {
      attempts += 1;
      const outcome = outcomes.shift() ?? 'sent';
      if (outcome !== 'sent') throw outcome;
      sent.push(mail);
    },
    health: async () => ({ healthy: true, checkedAt: 0, problem: null }),
    close: async () => {},
  };
  const queue = createMailQueue({ mailer, logger: silentLogger, retryAfterMs: [1, 1], ...options });
  return { queue, sent, attempts: () => attempts };
}
const mails = async () => [testMail('ada@example.org')];
const later = new MailError('later', { temporary: true });
const never = new MailError('never', { temporary: false });
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('the mail queue', () => {
  it('starts only after the answer is on its way', async () => {
    const { queue, sent } = setUp();
    queue.enqueue(mails);
    await Promise.resolve();
    expect(sent).toHaveLength(0);
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('tries again what may pass, and gives up in the end', async () => {
    const passing = setUp([later, later]);
    passing.queue.enqueue(mails);
    await settle();
    expect([passing.sent.length, passing.attempts()]).toEqual([1, 3]);
    const lasting = setUp([later, later, later, later]);
    lasting.queue.enqueue(mails);
    await settle();
    expect([lasting.sent.length, lasting.attempts()]).toEqual([0, 3]);
  });

  it('does not try again what is refused for good, and goes on with the next', async () => {
    const { queue, sent, attempts } = setUp([never]);
    queue.enqueue(mails);
    queue.enqueue(async () => {
      throw new Error('cannot be prepared');
    });
    queue.enqueue(mails);
    await settle();
    expect([sent.length, attempts()]).toEqual([1, 2]);
  });

  it('is bounded', () => {
    const { queue } = setUp([], { capacity: 3 });
    expect(Array.from({ length: 5 }, () => queue.enqueue(mails))).toEqual([true, true, true, false, false]);
  });

  it('drains without waiting for long pauses, and ends a drain that takes too long', async () => {
    const { queue, sent } = setUp([later], { retryAfterMs: [60_000] });
    for (let index = 0; index < 10; index += 1) queue.enqueue(mails);
    await settle();
    await queue.drain(2000);
    expect(sent).toHaveLength(10);
    await queue.drain(2000);

    const stuck = setUp();
    stuck.queue.enqueue(() => new Promise(() => {}));
    const startedAt = performance.now();
    await stuck.queue.drain(20);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
