import type { Db } from '../../platform/db/db.ts';

export type GrantOutcome = 'granted' | 'already' | 'unknown';

/** Makes the account with this address an administrator. */
export async function grantAdministrator(db: Db, email: string): Promise<GrantOutcome> {
  const account = await db.asSystem('auth', async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'select id from auth.users where email = $1 and not is_sso_user and deleted_at is null',
      [email],
    );
    return rows[0];
  });
  if (!account) return 'unknown';
  return db.asSystem('admin', async (tx) => {
    const { rowCount } = await tx.query('update public.profiles set is_admin = true where id = $1 and not is_admin', [
      account.id,
    ]);
    return rowCount > 0 ? 'granted' : 'already';
  });
}
