import type { UserActor } from '../../kernel/actor.ts';
import type { Db } from '../../platform/db/db.ts';

/** The address of the account that asks, as it is now; null when there is none. Row-level security lets it see its own only. */
export const findOwnAddress = (db: Db, actor: UserActor): Promise<string | null> =>
  db.asActor(
    actor,
    async (tx) => {
      const { rows } = await tx.query<{ email: string | null }>('select email from public.profiles where id = $1', [
        actor.userId,
      ]);
      return rows[0]?.email ?? null;
    },
    { readOnly: true },
  );
