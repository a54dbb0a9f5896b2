import pg from 'pg';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../logging/logger.ts';
import type { Db, QueryOptions, QueryResult, SystemReason, TransactionOptions, Tx } from './db.ts';
import { createListener } from './pg-listener.ts';

export interface PgDbOptions {
  connectionString: string;
  logger: Logger;
  /** Connections at the most; default 10. */
  poolSize?: number;
  /** Default statement timeout in milliseconds; default 8000. */
  statementTimeoutMs?: number;
  /** How long a request waits for a free connection before it is refused as overloaded; default 5000 ms. */
  acquireTimeoutMs?: number;
  /** Runs after every commit of a transaction that may have written. */
  afterCommit?: () => void;
}

const roleOfReason = (reason: SystemReason): string => (reason === 'auth' ? 'supabase_auth_admin' : 'service_role');

export function createPgDb(options: PgDbOptions): Db & { stats(): PoolStats } {
  const { logger, afterCommit = () => {} } = options;
  const defaultTimeout = options.statementTimeoutMs ?? 8000;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'cairn',
    // Queries are sent as they are asked, not one after the other's answer: see statementAsActor.
    pipeline: true,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection failed'));

  const acquire = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code !== '53300') throw error;
      const timedOut = error instanceof Error && error.message.includes('timeout exceeded when trying to connect');
      throw new AppError(timedOut ? 'overloaded' : 'unavailable', 'The database cannot be reached right now.', {
        cause: error,
      });
    }
  };

  async function inTransaction<T>(
    role: string,
    claims: string,
    work: (tx: Tx) => Promise<T>,
    { statementTimeoutMs = defaultTimeout, readOnly = false }: TransactionOptions,
  ): Promise<T> {
    const client = await acquire();
    let broken: Error | undefined;
    // A connection that dies between two queries reports it here; without a listener it would end the process.
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query(opening(role, claims, statementTimeoutMs, readOnly));
      const result = await work(txOver(client));
      await client.query('commit');
      if (!readOnly) afterCommit();
      return result;
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async function inOneStatement<Row>(
    { role, claims }: Actor,
    sql: string,
    params: readonly unknown[],
    { statementTimeoutMs = defaultTimeout, readOnly = false, name }: TransactionOptions & QueryOptions,
  ): Promise<QueryResult<Row>> {
    const client = await acquire();
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      // All three leave in one write. Should the opening fail behind its `begin`, the transaction is aborted and PostgreSQL refuses
      // the statement, so it never runs as anyone but the actor; a failed statement turns the commit into a rollback.
      const { stream } = client.connection;
      stream.cork();
      const sent = [
        client.query(opening(role, JSON.stringify(claims), statementTimeoutMs, readOnly)),
        client.query({ text: sql, values: [...params], ...(name === undefined ? {} : { name }) }),
        client.query('commit'),
      ] as const;
      process.nextTick(() => stream.uncork());
      const [begun, answered, ended] = await Promise.allSettled(sent);
      if (begun.status === 'rejected') {
        broken = asError(begun.reason);
        throw begun.reason;
      }
      if (answered.status === 'rejected') throw answered.reason;
      if (ended.status === 'rejected') throw ended.reason;
      if (!readOnly) afterCommit();
      return { rows: answered.value.rows as Row[], rowCount: answered.value.rowCount ?? 0 };
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  return {
    statementAsActor: (actor, sql, params, transaction = {}) => inOneStatement(actor, sql, params, transaction),
    asActor: (actor: Actor, work, transaction = {}) =>
      inTransaction(actor.role, JSON.stringify(actor.claims), work, transaction),
    asSystem: (reason, work, transaction = {}) => {
      const role = roleOfReason(reason);
      logger.debug({ reason }, 'system transaction');
      return inTransaction(role, JSON.stringify({ role }), work, transaction);
    },
    listen: (channel, handler) =>
      createListener({ connectionString: options.connectionString, channel, handler, logger }),
    close: () => pool.end(),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/**
 * One round trip: a multi-statement simple query cannot carry parameters, so the values are escaped literals. `set_config` of
 * `role` is `set local role`; one select for all three costs the database less than a statement each.
 */
const opening = (role: string, claims: string, statementTimeoutMs: number, readOnly: boolean): string =>
  `begin${readOnly ? ' read only' : ''};` +
  `select set_config('role', ${pg.escapeLiteral(role)}, true), ` +
  `set_config('statement_timeout', '${Math.trunc(statementTimeoutMs)}', true), ` +
  `set_config('request.jwt.claims', ${pg.escapeLiteral(claims)}, true)`;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

export interface PoolStats {
  total: number;
  idle: number;
  waiting: number;
}

const txOver = (client: pg.PoolClient): Tx => ({
  async query<Row>(
    sql: string,
    params: readonly unknown[] = [],
    { name }: QueryOptions = {},
  ): Promise<QueryResult<Row>> {
    const result = await client.query({ text: sql, values: [...params], ...(name === undefined ? {} : { name }) });
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  },
});
