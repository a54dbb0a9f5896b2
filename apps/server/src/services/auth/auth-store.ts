import type { Db } from '../../platform/db/db.ts';
import { type AddressRequestStore, createAddressRequestStore } from './address-request-store.ts';
import { type AuditStore, createAuditStore } from './audit-store.ts';
import { createFlowStateStore, type FlowStateStore } from './flow-state-store.ts';
import { createOneTimeTokenStore, type OneTimeTokenStore } from './one-time-token-store.ts';
import { createRefreshTokenStore, type RefreshTokenStore } from './refresh-token-store.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { createUserStore, type UserStore } from './user-store.ts';

/** Everything the auth service may do within one transaction. */
export interface AuthTx {
  users: UserStore;
  sessions: SessionStore;
  refreshTokens: RefreshTokenStore;
  oneTimeTokens: OneTimeTokenStore;
  flows: FlowStateStore;
  addressRequests: AddressRequestStore;
  audit: AuditStore;
}

export interface AuthStore {
  transaction<T>(work: (tx: AuthTx) => Promise<T>): Promise<T>;
  /** Makes the first account an administrator, unless there is one. Safe to call at any time, from several processes. */
  grantAdministratorToFirstAccount(): Promise<void>;
}

export const createAuthStore = (db: Db): AuthStore => ({
  transaction: (work) =>
    // Longer than the 5 s that a refresh may wait for its session's lock.
    db.asSystem(
      'auth',
      (tx) =>
        work({
          users: createUserStore(tx),
          sessions: createSessionStore(tx),
          refreshTokens: createRefreshTokenStore(tx),
          oneTimeTokens: createOneTimeTokenStore(tx),
          flows: createFlowStateStore(tx),
          addressRequests: createAddressRequestStore(tx),
          audit: createAuditStore(tx),
        }),
      { statementTimeoutMs: 8000 },
    ),

  grantAdministratorToFirstAccount: () =>
    db.asSystem('admin', async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtextextended('cairn.first_administrator', 0))");
      await tx.query(
        `update public.profiles set is_admin = true
         where id = (select id from public.profiles order by created_at, id limit 1)
           and not exists (select from public.profiles where is_admin)`,
      );
    }),
});
