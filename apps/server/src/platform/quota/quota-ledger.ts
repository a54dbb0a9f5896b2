import type { QuotaResult, Tier } from '@cairn/contracts/plans';
import pg from 'pg';
import type { Db, Tx } from '../db/db.ts';
import type { QuotaKind } from './quota.ts';

/** What the database answers to a charge. */
export interface Consumed {
  /** Null: refused. */
  chargeId: string | null;
  /** Of the limit that decided; without a limit, `limit` and `remaining` are null. */
  quota: Omit<QuotaResult, 'limit' | 'remaining' | 'tier'> & {
    limit: number | null;
    remaining: number | null;
    tier: Tier;
  };
}

/** The charges in the database. Every call is one transaction, and atomic. */
export interface QuotaLedger {
  consume(userId: string, kind: QuotaKind, amount: number, timeoutMs: number): Promise<Consumed>;
  /** In the transaction that is given, else in one of its own. */
  settle(chargeId: string, model: string | null, tx?: Tx): Promise<void>;
  refund(chargeId: string): Promise<void>;
  /** Gives back what is still open although any work of that age has ended; returns how many charges. */
  refundAbandoned(olderThanMs: number): Promise<number>;
}

export function createQuotaLedger(db: Db): QuotaLedger {
  const settleIn = async (tx: Tx, chargeId: string, model: string | null): Promise<void> => {
    await tx.query('select private.settle_charge($1, $2)', [chargeId, model]);
  };
  return {
    consume: (userId, kind, amount, statementTimeoutMs) =>
      db.asSystem(
        'quota',
        async (tx) => {
          const { rows } = await tx.query<{ outcome: Consumed }>(
            'select private.consume_quota($1, $2, $3) as outcome',
            [userId, kind, amount],
          );
          const outcome = rows[0]?.outcome;
          if (!outcome) throw new Error('consume_quota answered nothing');
          return outcome;
        },
        { statementTimeoutMs },
      ),
    settle: (chargeId, model, tx) =>
      tx ? settleIn(tx, chargeId, model) : db.asSystem('quota', (own) => settleIn(own, chargeId, model)),
    refund: (chargeId) =>
      db.asSystem('quota', async (tx) => {
        await tx.query('select private.refund_quota($1)', [chargeId]);
      }),
    refundAbandoned: (olderThanMs) =>
      db.asSystem('quota', async (tx) => {
        const { rows } = await tx.query<{ count: number }>(
          `select private.refund_abandoned_charges($1 * interval '1 millisecond') as count`,
          [olderThanMs],
        );
        return rows[0]?.count ?? 0;
      }),
  };
}

/** Another charge of the account was in the way (lock wait, deadlock, serialization): to be repeated. */
export const isContention = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['55P03', '40001', '40P01'].includes(error.code ?? '');

/** The token is good, and its account is gone. */
export const isAccountGone = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === 'P0002';
