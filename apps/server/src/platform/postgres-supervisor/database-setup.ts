import pg from 'pg';

/** Makes the database when it is missing. Returns the server's version, such as `18.4`. */
export async function ensureDatabase(maintenanceUrl: string, database: string): Promise<string> {
  const client = new pg.Client({ connectionString: maintenanceUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query<{ version: string; present: boolean }>(
      `select current_setting('server_version') as version,
              exists (select from pg_database where datname = $1) as present`,
      [database],
    );
    const row = found.rows[0];
    if (!row?.present) await client.query(`create database ${pg.escapeIdentifier(database)}`);
    return row?.version ?? '';
  } finally {
    await client.end();
  }
}
