import type { Client } from 'pg';

/** Who asks: a user's id, or a role without a user. */
export type TestActor = string | 'anon' | 'service_role';

/**
 * Runs `work` as an actor in a transaction of its own, as the server does: role and token claims, nothing else.
 * What `work` wrote is rolled back unless `commit` is set, so that probes leave no trace.
 */
export async function actAs<T>(
  db: Client,
  actor: TestActor,
  work: (db: Client) => Promise<T>,
  options: { commit?: boolean } = {},
): Promise<T> {
  await db.query('begin');
  try {
    await becomeActor(db, actor);
    const result = await work(db);
    await db.query(options.commit ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}

/** Inside a transaction: from here to its end (or a rollback to a savepoint made before) everything runs as the actor. */
export async function becomeActor(db: Client, actor: TestActor): Promise<void> {
  const role = actor === 'anon' || actor === 'service_role' ? actor : 'authenticated';
  const claims = role === 'authenticated' ? { sub: actor, role } : { role };
  await db.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
    role,
    JSON.stringify(claims),
  ]);
}
