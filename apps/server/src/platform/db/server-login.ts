import { randomBytes } from 'node:crypto';
import pg from 'pg';

const login = 'cairn_server';
/** The roles that `Db` switches to, one per transaction. */
const roles = ['anon', 'authenticated', 'service_role', 'supabase_auth_admin'];
/** "cair" "logi": one process makes the role at a time. */
const lockKey = [0x63616972, 0x6c6f6769];

/**
 * The account that the server works with on a database of its own: it has no rights itself and can only become one of the
 * request roles. Whatever a statement is tricked into, `reset role` leads nowhere; migrations alone run as the superuser.
 * Returns its connection string; the password is new at every start and never stored.
 */
export async function ensureServerLogin(
  adminConnectionString: string,
  password = randomBytes(24).toString('base64url'),
): Promise<string> {
  // Roles belong to the cluster and advisory locks to a database: all take the lock in the one that every cluster has.
  const maintenance = new URL(adminConnectionString);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.toString(), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', lockKey);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
    const verb = rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${login} login noinherit password ${pg.escapeLiteral(password)}`);
    await client.query(`grant ${roles.join(', ')} to ${login}`);
  } finally {
    await client.end();
  }
  return withLogin(adminConnectionString, password);
}

function withLogin(connectionString: string, password: string): string {
  const url = new URL(connectionString);
  url.username = login;
  url.password = password;
  return url.toString();
}
