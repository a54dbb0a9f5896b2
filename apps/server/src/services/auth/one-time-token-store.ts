import type { Tx } from '../../platform/db/db.ts';
import type { OneTimeTokenRecord } from './auth-records.ts';
import type { OneTimeTokenType } from './domain/mail-link-type.ts';

const columns = 'id, user_id, token_type, token_hash, relates_to, created_at';

export const createOneTimeTokenStore = (tx: Tx) => ({
  /** One per person and purpose: a new one replaces the old. */
  async put(entry: {
    userId: string;
    type: OneTimeTokenType;
    hash: string;
    relatesTo: string;
    now: Date;
  }): Promise<void> {
    await tx.query(
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
       values ($1, $2::auth.one_time_token_type, $3, $4, $5, $5)
       on conflict (user_id, token_type) do update
         set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
             created_at = excluded.created_at, updated_at = excluded.updated_at`,
      [entry.userId, entry.type, entry.hash, entry.relatesTo, entry.now],
    );
  },

  async findByHash(hash: string, types: readonly OneTimeTokenType[]): Promise<OneTimeTokenRecord | null> {
    const { rows } = await tx.query<OneTimeTokenRecord>(
      `select ${columns} from auth.one_time_tokens where token_hash = $1 and token_type = any($2::auth.one_time_token_type[])`,
      [hash, types],
    );
    return rows[0] ?? null;
  },

  /** What was mailed to this address and is not redeemed yet; the order of `types` decides. */
  async findByAddress(email: string, types: readonly OneTimeTokenType[]): Promise<OneTimeTokenRecord[]> {
    const { rows } = await tx.query<OneTimeTokenRecord>(
      `select ${columns} from auth.one_time_tokens
       where relates_to = $1 and token_type = any($2::auth.one_time_token_type[])
       order by array_position($2::auth.one_time_token_type[], token_type), created_at desc limit 10`,
      [email, types],
    );
    return rows;
  },

  /** Spends it. False when somebody else was faster. */
  async spend(id: string, hash: string): Promise<boolean> {
    const { rowCount } = await tx.query('delete from auth.one_time_tokens where id = $1 and token_hash = $2', [
      id,
      hash,
    ]);
    return rowCount > 0;
  },

  async deleteAll(userId: string): Promise<void> {
    await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  },
  async deleteTypes(userId: string, types: readonly OneTimeTokenType[]): Promise<void> {
    await tx.query(
      'delete from auth.one_time_tokens where user_id = $1 and token_type = any($2::auth.one_time_token_type[])',
      [userId, types],
    );
  },
});

export type OneTimeTokenStore = ReturnType<typeof createOneTimeTokenStore>;
