import type { Tx } from '../../platform/db/db.ts';
import type { SessionRecord } from './auth-records.ts';
import type { AssuranceLevel, AuthenticationMethod } from './domain/session-claims.ts';

export interface ClientInfo {
  userAgent: string | null;
  /** Null when it is not an IP address. */
  ip: string | null;
}

export const createSessionStore = (tx: Tx) => ({
  async insert(session: {
    id: string;
    userId: string;
    aal: AssuranceLevel;
    client: ClientInfo;
    now: Date;
  }): Promise<void> {
    await tx.query(
      `insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, updated_at)
       values ($1, $2, $3::auth.aal_level, $4, $5::inet, $6, $6)`,
      [session.id, session.userId, session.aal, session.client.userAgent, session.client.ip, session.now],
    );
  },

  /** Bounds what one account can pile up; the longest unused sessions go. */
  async deleteBeyond(userId: string, kept: number): Promise<void> {
    await tx.query(
      `delete from auth.sessions where id in (
         select id from auth.sessions where user_id = $1 order by coalesce(refreshed_at, created_at) desc offset $2)`,
      [userId, kept],
    );
  },

  async addMethod(sessionId: string, method: string, now: Date): Promise<void> {
    await tx.query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
       on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
      [sessionId, method, now],
    );
  },

  /** Newest first. */
  async methods(sessionId: string): Promise<AuthenticationMethod[]> {
    const { rows } = await tx.query<AuthenticationMethod>(
      `select authentication_method as method, extract(epoch from updated_at)::bigint::int as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, authentication_method`,
      [sessionId],
    );
    return rows;
  },

  async exists(sessionId: string, userId: string): Promise<boolean> {
    const { rowCount } = await tx.query('select 1 from auth.sessions where id = $1 and user_id = $2', [
      sessionId,
      userId,
    ]);
    return rowCount > 0;
  },

  /** Waits at most so long (SQLSTATE 55P03 then): refreshes of one session happen one after the other. */
  async lock(sessionId: string, timeoutMs: number): Promise<SessionRecord | null> {
    await tx.query("select set_config('lock_timeout', $1, true)", [`${Math.trunc(timeoutMs)}ms`]);
    const { rows } = await tx.query<SessionRecord>(
      'select id, user_id, not_after from auth.sessions where id = $1 for update',
      [sessionId],
    );
    return rows[0] ?? null;
  },

  async markRefreshed(sessionId: string, client: ClientInfo, now: Date): Promise<void> {
    await tx.query(
      `update auth.sessions set refreshed_at = $2, updated_at = $2, user_agent = $3, ip = coalesce($4::inet, ip) where id = $1`,
      [sessionId, now, client.userAgent, client.ip],
    );
  },

  async deleteOne(sessionId: string): Promise<void> {
    await tx.query('delete from auth.sessions where id = $1', [sessionId]);
  },
  async deleteAll(userId: string): Promise<void> {
    await tx.query('delete from auth.sessions where user_id = $1', [userId]);
  },
  /** Null: there is no session to keep. */
  async deleteOthers(userId: string, keptSessionId: string | null): Promise<void> {
    await tx.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, keptSessionId]);
  },
});

export type SessionStore = ReturnType<typeof createSessionStore>;
