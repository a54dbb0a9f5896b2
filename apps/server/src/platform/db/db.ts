import type { Actor } from '../../kernel/actor.ts';

/** One open transaction. Values travel only as parameters. */
export interface Tx {
  query<Row = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<QueryResult<Row>>;
}

export interface QueryOptions {
  /**
   * Prepares the statement under this name on first use of a connection and reuses it there. One name, one text, for the life of
   * the process, and names are never freed: use a small fixed number of them.
   */
  name?: string;
}

export interface QueryResult<Row> {
  rows: Row[];
  /** Rows affected or returned. */
  rowCount: number;
}

/**
 * Why the server acts without a user. Closed, logged, and each reason is one database role:
 * `auth` → `supabase_auth_admin`, everything else → `service_role`. Files that use it are allow-listed in `tools/checks/boundary-rules.mjs`.
 */
export const systemReasons = [
  'auth',
  'changes',
  'indexing',
  'notes',
  'import',
  'mailbox',
  'health',
  'admin',
  'quota',
  'storage',
  'events',
  'accounts',
] as const;
export type SystemReason = (typeof systemReasons)[number];

export interface TransactionOptions {
  /** Overrides the configured statement timeout, in milliseconds. */
  statementTimeoutMs?: number;
  readOnly?: boolean;
}

/** The database port. Adapter: `pg-db.ts` over node-postgres. */
export interface Db {
  /**
   * Runs `work` in one transaction as the actor: `set local role`, `request.jwt.claims`, statement timeout.
   * Commits when `work` resolves, rolls back when it rejects. Database errors surface as node-postgres `DatabaseError`s.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * One statement in one transaction as the actor, in a single round trip: begin, role, statement and commit are sent together.
   * The result cannot be looked at before the commit; what must be undone after a look belongs in `asActor`.
   */
  statementAsActor<Row = Record<string, unknown>>(
    actor: Actor,
    sql: string,
    params: readonly unknown[],
    options?: TransactionOptions & QueryOptions,
  ): Promise<QueryResult<Row>>;
  /** Runs `work` in one transaction as the server itself. */
  asSystem<T>(reason: SystemReason, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Subscribes to NOTIFY on a channel over one dedicated connection that reconnects by itself.
   * `handler` also runs with `''` after every reconnect, since notifications may have been missed.
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** Waits for running transactions to end, then closes every connection. */
  close(): Promise<void>;
}
