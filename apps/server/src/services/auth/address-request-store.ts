import type { Tx } from '../../platform/db/db.ts';

export const createAddressRequestStore = (tx: Tx) => ({
  /**
   * Claims the right to send a mail of this kind to this address. Null: claimed; otherwise since when it has been taken.
   * Works the same for addresses that have no account: the answer must not tell.
   */
  async claim(request: { kind: string; addressHash: Buffer; now: Date; gapSeconds: number }): Promise<Date | null> {
    const { kind, addressHash, now, gapSeconds } = request;
    const expiresAt = new Date(now.getTime() + gapSeconds * 1000);
    await tx.query(
      `delete from auth.address_requests where (kind, address_hash) in (
         select kind, address_hash from auth.address_requests where expires_at <= $1 limit 100 for update skip locked)`,
      [now],
    );
    const { rowCount } = await tx.query(
      `insert into auth.address_requests (kind, address_hash, requested_at, expires_at) values ($1, $2, $3, $4)
       on conflict (kind, address_hash) do update set requested_at = excluded.requested_at, expires_at = excluded.expires_at
         where auth.address_requests.expires_at <= excluded.requested_at`,
      [kind, addressHash, now, expiresAt],
    );
    if (rowCount > 0) return null;
    const { rows } = await tx.query<{ requested_at: Date }>(
      'select requested_at from auth.address_requests where kind = $1 and address_hash = $2',
      [kind, addressHash],
    );
    return rows[0]?.requested_at ?? now;
  },
});

export type AddressRequestStore = ReturnType<typeof createAddressRequestStore>;
