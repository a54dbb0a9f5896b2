import type { UserActor } from '../../kernel/actor.ts';
import type { Db } from '../../platform/db/db.ts';

/** As it is now, not as it was when the token was made. */
export async function isAdministrator(db: Db, actor: UserActor): Promise<boolean> {
  const { rows } = await db.statementAsActor<{ is_admin: boolean }>(
    actor,
    'select is_admin from public.profiles where id = $1',
    [actor.userId],
    { readOnly: true },
  );
  return rows[0]?.is_admin === true;
}

export const resetOwnUsage = (db: Db, userId: string) =>
  db.asSystem('admin', (tx) => tx.query('select public.reset_usage_today($1)', [userId]));
