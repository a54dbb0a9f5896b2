import { plans, quotaResultOf, type Tier } from '@cairn/contracts/plans';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { silentLogger } from '../logging/logger.ts';
import { createMeteredQuota } from './metered-quota.ts';
import type { Consumed, QuotaLedger } from './quota-ledger.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
let nowMs = noon;
let consume: ReturnType<typeof vi.fn<QuotaLedger['consume']>>;
let ledger: QuotaLedger;
let failedOpen: ReturnType<typeof vi.fn<() => void>>;
let charges = 0;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = noon;
  charges = 0;
  consume = vi.fn<QuotaLedger['consume']>();
  failedOpen = vi.fn<() => void>();
  ledger = { consume, settle: vi.fn(), refund: vi.fn(), refundAbandoned: vi.fn(async () => 0) };
});
afterEach(() => vi.useRealTimers());

const quota = () =>
  createMeteredQuota({ ledger, clock: { now: () => nowMs }, logger: silentLogger, onFailedOpen: failedOpen });

const granted = (tier: Tier = 'free'): Consumed => {
  charges += 1;
  const { dailyRequests: limit } = plans[tier];
  const resetTime = '2026-03-02T00:00:00.000Z';
  return {
    chargeId: `charge ${charges}`,
    quota: { allowed: true, used: charges, limit, remaining: limit - charges, resetTime, tier },
  };
};
const databaseError = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });
const contention = () => databaseError('55P03');
const never = () => new Promise<never>(() => {});
/** How many of a number of charges, one after the other, are let through. */
async function allowedOf(attempts: number, service = quota()): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < attempts; n += 1) {
    await service.charge('alice', 'ai_request', 1).then(
      () => {
        allowed += 1;
      },
      () => {},
    );
  }
  return allowed;
}

describe('a charge', () => {
  it('is settled and refunded in the ledger', async () => {
    consume.mockResolvedValueOnce(granted());
    const charge = await quota().charge('alice', 'ai_request', 1);
    await charge.settle({ model: 'a model' });
    await charge.refund();
    expect(ledger.settle).toHaveBeenCalledWith('charge 1', 'a model', undefined);
    expect(ledger.refund).toHaveBeenCalledWith('charge 1');
  });

  it('does not fail when giving back does: the sweep does it later', async () => {
    consume.mockResolvedValueOnce(granted());
    vi.mocked(ledger.refund).mockRejectedValueOnce(new Error('away'));
    await expect((await quota().charge('alice', 'ai_request', 1)).refund()).resolves.toBeUndefined();
  });

  it('that is refused carries the quota result, with an offer for free users only', async () => {
    const refusedTo = async (tier: Tier) => {
      consume.mockResolvedValueOnce({ ...granted(tier), chargeId: null });
      return (await quota()
        .charge('alice', 'ai_request', 1)
        .catch((error) => error)) as AppError;
    };
    const free = await refusedTo('free');
    expect(free.code).toBe('quota_exceeded');
    expect(free.message).toBe('You have used all 5 AI requests of today. More from 00:00 UTC.');
    expect(quotaResultOf(free.details)).toMatchObject({
      allowed: false,
      upgrade: { nextTier: 'plus', price: 9.99, features: plans.plus.features },
    });
    expect(quotaResultOf((await refusedTo('plus')).details)).not.toHaveProperty('upgrade');
    expect(failedOpen).not.toHaveBeenCalled();
  });

  it('of one user waits for the one before, not on a connection', async () => {
    let atOnce = 0;
    let most = 0;
    consume.mockImplementation(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      return granted('plus');
    });
    const service = quota();
    await Promise.all(Array.from({ length: 20 }, () => service.charge('alice', 'ai_request', 1)));
    expect(most).toBe(1);
    await Promise.all([service.charge('alice', 'ai_request', 1), service.charge('bob', 'ai_request', 1)]);
    expect(most).toBe(2);
  });
});

describe('a check that fails', () => {
  it.each([
    ['with an error', databaseError('57014')],
    ['for overload', new AppError('overloaded', 'No connection.')],
    ['for any reason', new Error('away')],
  ])('%s lets AI requests through, up to the full daily limit, and counts them', async (_how, error) => {
    consume.mockRejectedValue(error);
    expect(await allowedOf(9)).toBe(5);
    expect(failedOpen).toHaveBeenCalledTimes(5);
  });

  it('by time lets it through after 10 seconds, and gives back what was charged after all', async () => {
    let answer = (_: Consumed): void => {};
    consume.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const charging = quota().charge('alice', 'ai_request', 1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(failedOpen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await charging;
    expect(failedOpen).toHaveBeenCalledTimes(1);
    answer(granted());
    await vi.advanceTimersByTimeAsync(0);
    expect(ledger.refund).toHaveBeenCalledWith('charge 1');
  });

  it('never makes a day more than twice the limit', async () => {
    const service = quota();
    consume.mockImplementation(async () =>
      charges < 5 ? granted() : { chargeId: null, quota: { ...granted().quota, allowed: false } },
    );
    expect(await allowedOf(20, service)).toBe(5);
    consume.mockRejectedValue(new Error('away'));
    expect(await allowedOf(20, service)).toBe(5);
    nowMs = Date.parse('2026-03-02T00:00:00Z');
    expect(await allowedOf(20, service)).toBe(5);
  });

  it('goes by the tier of the last five minutes, else by free', async () => {
    const service = quota();
    consume.mockResolvedValueOnce(granted('plus'));
    await service.charge('alice', 'ai_request', 1);
    consume.mockRejectedValue(new Error('away'));
    nowMs += 5 * 60_000 - 1;
    expect(await allowedOf(30, service)).toBe(30);
    nowMs += 1;
    expect(await allowedOf(30, service)).toBe(0);
  });

  it('for an account that is gone lets nothing through', async () => {
    consume.mockRejectedValue(databaseError('P0002'));
    await expect(quota().charge('alice', 'ai_request', 1)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(failedOpen).not.toHaveBeenCalled();
  });

  it('gives back what it let through, once', async () => {
    const service = quota();
    consume.mockRejectedValue(new Error('away'));
    const charge = await service.charge('alice', 'ai_request', 5);
    await charge.refund();
    await charge.refund();
    expect(await allowedOf(9, service)).toBe(5);
  });

  it.each(['article_import', 'free_answer'] as const)('refuses %s', async (kind) => {
    consume.mockRejectedValue(new Error('away'));
    await expect(quota().charge('alice', kind, 1)).rejects.toMatchObject({ code: 'unavailable' });
    expect(failedOpen).not.toHaveBeenCalled();
  });
});

describe('contention', () => {
  it.each(['55P03', '40001', '40P01'])('(%s) is tried again, not let through', async (code) => {
    consume.mockRejectedValueOnce(databaseError(code)).mockRejectedValueOnce(databaseError(code));
    consume.mockResolvedValueOnce(granted());
    const charging = quota().charge('alice', 'ai_request', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await charging;
    expect(consume).toHaveBeenCalledTimes(3);
    expect(failedOpen).not.toHaveBeenCalled();
  });

  it('for as long as a check may take ends in "too many at once"', async () => {
    consume.mockImplementation(() => Promise.reject(contention()));
    const refused = expect(quota().charge('alice', 'ai_request', 1)).rejects.toMatchObject({ code: 'overloaded' });
    await vi.advanceTimersByTimeAsync(11_000);
    await refused;
    expect(failedOpen).not.toHaveBeenCalled();
  });

  it('behind an own check that hangs does not open the door for the others', async () => {
    consume.mockImplementation(never);
    const service = quota();
    const outcomes = Promise.allSettled([1, 2, 3].map(() => service.charge('alice', 'ai_request', 1)));
    await vi.advanceTimersByTimeAsync(11_000);
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('recovery', () => {
  it('takes back everything of a dead sole process at once, and later only what is old', async () => {
    const service = quota();
    await service.recover({ soleProcess: true });
    expect(ledger.refundAbandoned).toHaveBeenLastCalledWith(0);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ledger.refundAbandoned).toHaveBeenLastCalledWith(600_000);
    await service.close();
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(ledger.refundAbandoned).toHaveBeenCalledTimes(2);
  });

  it('does not keep the server from starting', async () => {
    vi.mocked(ledger.refundAbandoned).mockRejectedValue(new Error('away'));
    const service = quota();
    await expect(service.recover({ soleProcess: false })).resolves.toBeUndefined();
    await service.close();
  });
});
