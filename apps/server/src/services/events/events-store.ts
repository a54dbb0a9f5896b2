import type { AnalyticsEvent } from '@cairn/contracts/events';
import type { Db } from '../../platform/db/db.ts';

/** Writes events down for an account, or for nobody (`null`). The plan comes from the account's own rows. */
export async function insertEvents(db: Db, userId: string | null, events: readonly AnalyticsEvent[]): Promise<void> {
  const names = events.map(({ name }) => name);
  const properties = events.map(({ name: _name, user_id: _userId, user_plan: _plan, ...rest }) => JSON.stringify(rest));
  await db.asSystem('events', async (tx) => {
    const { rows } =
      userId === null
        ? { rows: [] }
        : await tx.query<{ tier: string }>('select tier from public.get_user_tier($1)', [userId]);
    const tier = rows[0]?.tier;
    const plan = tier === undefined ? 'no-account' : tier === 'free' ? 'free' : 'plus';
    await tx.query(
      `insert into public.analytics_events (user_id, user_plan, name, properties)
       select $1, $2, e.name, e.properties::jsonb from unnest($3::text[], $4::text[]) as e (name, properties)`,
      [userId, plan, names, properties],
    );
  });
}
