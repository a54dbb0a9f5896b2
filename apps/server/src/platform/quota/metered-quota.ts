import { type QuotaResult, type Tier, upgradeOffer } from '@cairn/contracts/plans';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../logging/logger.ts';
import { createOpenAllowance } from './open-allowance.ts';
import type { Quota, QuotaCharge, QuotaKind } from './quota.ts';
import { type Consumed, isAccountGone, isContention, type QuotaLedger } from './quota-ledger.ts';
import { refusalSentence } from './refusal-sentence.ts';

export interface MeteredQuotaDeps {
  ledger: QuotaLedger;
  clock: Clock;
  logger: Logger;
  /** Called for each AI request that was let through unchecked. */
  onFailedOpen: () => void;
  /** For one check, with all its repetitions; default 10 s. */
  timeoutMs?: number;
  /** Between looks for abandoned charges; default 5 minutes. */
  sweepMs?: number;
}

export interface MeteredQuota extends Quota {
  /** At start and from then on regularly: gives back what servers that died had charged. `soleProcess`: no other is at work. */
  recover(options: { soleProcess: boolean }): Promise<void>;
  close(): Promise<void>;
}

interface Check {
  /** What has held it up until now. */
  waitsFor: 'turn' | 'ledger' | 'other charges';
  givenUp: AbortSignal;
}

/** Longer than any charged work takes. */
const abandonedMs = 10 * 60_000;

/**
 * Quota over the ledger of the database. AI requests fail open, within bounds, when the check itself fails; what another charge of
 * the same account holds up is repeated instead. Everything else fails closed.
 */
export function createMeteredQuota(deps: MeteredQuotaDeps): MeteredQuota {
  const { ledger, clock, logger, onFailedOpen, timeoutMs = 10_000, sweepMs = 5 * 60_000 } = deps;
  const allowance = createOpenAllowance(clock);
  const lastOf = new Map<string, Promise<unknown>>();
  let sweeper: NodeJS.Timeout | undefined;

  /** One charge of a user at a time: a burst waits here, not on as many connections of everybody's pool. */
  async function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = lastOf.get(userId);
    const mine = before ? before.then(work, work) : work();
    lastOf.set(userId, mine);
    try {
      return await mine;
    } finally {
      if (lastOf.get(userId) === mine) lastOf.delete(userId);
    }
  }

  async function consume(userId: string, kind: QuotaKind, amount: number, check: Check): Promise<Consumed> {
    for (let attempt = 0; ; attempt += 1) {
      check.givenUp.throwIfAborted();
      if (check.waitsFor === 'turn') check.waitsFor = 'ledger';
      try {
        return await ledger.consume(userId, kind, amount, timeoutMs);
      } catch (error) {
        if (!isContention(error)) throw error;
        check.waitsFor = 'other charges';
        await new Promise((resolve) => setTimeout(resolve, Math.min(20 * 2 ** attempt, 500) * (0.5 + Math.random())));
      }
    }
  }

  /** The outcome, or a rejection after `timeoutMs`. What is charged after that is given back. */
  async function consumeInTime(userId: string, kind: QuotaKind, amount: number): Promise<Consumed> {
    const stopper = new AbortController();
    const check: Check = { waitsFor: 'turn', givenUp: stopper.signal };
    const outcome = inTurn(userId, () => consume(userId, kind, amount, check));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        stopper.abort();
        reject(
          check.waitsFor === 'ledger'
            ? new Error('The quota check took too long.')
            : new TooManyAtOnce('overloaded', 'Too many of your requests came at once. Please try again in a moment.'),
        );
      }, timeoutMs);
    });
    try {
      return await Promise.race([outcome, late]);
    } catch (error) {
      outcome.then(
        ({ chargeId }) => (chargeId === null ? undefined : refund(chargeId)),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function refund(chargeId: string): Promise<void> {
    try {
      await ledger.refund(chargeId);
    } catch (error) {
      // It stays open, and the next sweep gives it back.
      logger.warn({ err: error, chargeId }, 'could not refund a charge now');
    }
  }

  const chargeOf = (chargeId: string): QuotaCharge => ({
    settle: ({ model, tx } = {}) => ledger.settle(chargeId, model ?? null, tx),
    refund: () => refund(chargeId),
  });

  function failOpen(userId: string, amount: number, error: unknown): QuotaCharge {
    const { allowed, used, limit, tier, resetTime } = allowance.take(userId, amount);
    if (!allowed) {
      logger.error({ err: error, userId }, 'quota check failed, and what is allowed without it is used up');
      throw refused('ai_request', { allowed, used, limit, remaining: limit - used, resetTime, tier });
    }
    logger.error({ err: error, userId, used, limit }, 'quota check failed: allowed without it');
    onFailedOpen();
    let isBack = false;
    return {
      settle: async () => {
        isBack = true;
      },
      refund: async () => {
        if (isBack) return;
        isBack = true;
        allowance.giveBack(userId, amount);
      },
    };
  }

  async function sweep(olderThanMs: number): Promise<void> {
    try {
      const count = await ledger.refundAbandoned(olderThanMs);
      if (count > 0) logger.warn({ count }, 'gave back charges whose work was interrupted');
    } catch (error) {
      logger.warn({ err: error }, 'could not look for abandoned charges');
    }
  }

  return {
    async charge(userId, kind, amount) {
      let outcome: Consumed;
      try {
        outcome = await consumeInTime(userId, kind, amount);
      } catch (error) {
        // Other charges of the same account were in the way all the time: that is no failure of the check.
        if (error instanceof TooManyAtOnce) throw error;
        if (isAccountGone(error)) throw new AppError('unauthenticated', 'Please sign in first.', { cause: error });
        if (kind === 'ai_request') return failOpen(userId, amount, error);
        if (error instanceof AppError) throw error;
        throw new AppError('unavailable', 'Your limit could not be checked right now. Please try again in a moment.', {
          cause: error,
        });
      }
      const { chargeId, quota } = outcome;
      allowance.learn(userId, quota.tier);
      if (chargeId !== null) return chargeOf(chargeId);
      throw refused(kind, { ...quota, limit: quota.limit ?? 0, remaining: quota.remaining ?? 0 });
    },

    async recover({ soleProcess }) {
      sweeper = setInterval(() => void sweep(abandonedMs), sweepMs);
      sweeper.unref();
      await sweep(soleProcess ? 0 : abandonedMs);
    },

    async close() {
      clearInterval(sweeper);
      await Promise.allSettled(lastOf.values());
    },
  };
}

class TooManyAtOnce extends AppError {}

function refused(kind: QuotaKind, result: Omit<QuotaResult, 'upgrade'> & { tier: Tier }): AppError {
  if (kind === 'free_answer') return new AppError('rate_limited', refusalSentence(kind, result), { details: result });
  const upgrade = upgradeOffer(result.tier);
  const details: QuotaResult = { ...result, allowed: false, ...(upgrade ? { upgrade } : {}) };
  return new AppError('quota_exceeded', refusalSentence(kind, details), { details });
}
