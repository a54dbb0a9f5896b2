import { describe, expect, it } from 'vitest';
import { createWorkSlots } from './work-slots.ts';

const never = new AbortController().signal;
const make = () => createWorkSlots({ atOnce: 2, waiting: 1, sentence: 'Too much.' });

describe('work slots', () => {
  it('let some work at once, make one wait, and turn the rest away', async () => {
    const slots = make();
    const first = await slots.take('alice', never);
    await slots.take('alice', never);
    let third = false;
    const waiting = slots.take('alice', never).then((release) => {
      third = true;
      return release;
    });
    await expect(slots.take('alice', never)).rejects.toMatchObject({ code: 'rate_limited', message: 'Too much.' });
    await slots.take('bob', never);
    expect(third).toBe(false);
    first();
    first();
    await waiting;
    await expect(Promise.race([slots.take('alice', never), Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('forget who gives up waiting', async () => {
    const slots = make();
    const release = await slots.take('alice', never);
    await slots.take('alice', never);
    const client = new AbortController();
    const waiting = slots.take('alice', client.signal);
    client.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = slots.take('alice', never);
    release();
    await expect(next).resolves.toBeTypeOf('function');
    await expect(slots.take('alice', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
