import type { Tx } from '../../platform/db/db.ts';
import type { RefreshTokenRecord } from './auth-records.ts';

const columns = 'id, token, parent, revoked, updated_at, session_id';

export const createRefreshTokenStore = (tx: Tx) => ({
  async find(token: string): Promise<RefreshTokenRecord | null> {
    const { rows } = await tx.query<RefreshTokenRecord>(`select ${columns} from auth.refresh_tokens where token = $1`, [
      token,
    ]);
    return rows[0] ?? null;
  },

  async findActive(sessionId: string): Promise<RefreshTokenRecord | null> {
    const { rows } = await tx.query<RefreshTokenRecord>(
      `select ${columns} from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1`,
      [sessionId],
    );
    return rows[0] ?? null;
  },

  async insert(entry: {
    token: string;
    parent: string | null;
    userId: string;
    sessionId: string;
    now: Date;
  }): Promise<void> {
    await tx.query(
      `insert into auth.refresh_tokens (instance_id, token, parent, user_id, session_id, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, $5, $5)`,
      [entry.token, entry.parent, entry.userId, entry.sessionId, entry.now],
    );
  },

  /** Keeps the time of the first revocation: using an old token again must not prolong its reuse interval. */
  async revoke(id: string, now: Date): Promise<void> {
    await tx.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1 and not revoked', [
      id,
      now,
    ]);
  },

  async revokeSession(sessionId: string, now: Date): Promise<void> {
    await tx.query(
      'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked',
      [sessionId, now],
    );
  },

  /** Long-used tokens of a session; its last generations stay, so that a reuse is recognised. */
  async deleteOld(sessionId: string, before: Date): Promise<void> {
    await tx.query('delete from auth.refresh_tokens where session_id = $1 and revoked and updated_at < $2', [
      sessionId,
      before,
    ]);
  },
});

export type RefreshTokenStore = ReturnType<typeof createRefreshTokenStore>;
