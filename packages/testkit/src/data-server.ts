import type { AddressInfo } from 'node:net';
import type { AppEnv } from '@cairn/server/http/app-env';
import { type Actor, anonActor, userActor } from '@cairn/server/kernel/actor';
import { systemClock } from '@cairn/server/kernel/clock';
import { createPgDb } from '@cairn/server/platform/db/pg-db';
import { silentLogger } from '@cairn/server/platform/logging/logger';
import { dataRoutes } from '@cairn/server/services/data/data-routes';
import { type DataSettings, defaultDataSettings } from '@cairn/server/services/data/data-settings';
import { createSchemaCache } from '@cairn/server/services/data/schema-cache';
import { serve } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import pg from 'pg';
import WebSocket from 'ws';
import { createTestDatabase } from './test-database.ts';

export interface DataServer {
  url: string;
  /** An unmodified supabase-js client; `actor` is a user id, `anon` or `service_role`. */
  client(actor: string, schema: string): SupabaseClient;
  /** fetch below /rest/v1. */
  fetch(path: string, init?: RequestInit & { actor?: string }): Promise<Response>;
  /** SQL as the superuser. */
  sql<Row extends pg.QueryResultRow>(text: string, params?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** The data service alone behind real HTTP, on a database of its own; who asks is a header instead of a token. */
export async function createDataServer(prepare: string, settings: Partial<DataSettings> = {}): Promise<DataServer> {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(prepare);
  const db = createPgDb({ connectionString, logger: silentLogger, poolSize: 4 });
  const merged = { ...defaultDataSettings, ...settings };
  const schemaCache = createSchemaCache({ db, logger: silentLogger, clock: systemClock, schemas: merged.schemas });
  const app = new Hono<AppEnv>();
  app.use('*', async (c, next) => {
    c.set('logger', silentLogger);
    c.set('actor', actorOf(c.req.header('x-test-actor') ?? 'anon'));
    await next();
  });
  app.route('/rest/v1', dataRoutes({ db, schemaCache, logger: silentLogger, settings: merged }));
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    client: (actor, schema) =>
      createClient(url, 'test-key', {
        db: { schema },
        global: { headers: { 'x-test-actor': actor } },
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: WebSocket as never },
      }) as unknown as SupabaseClient,
    fetch: (path, { actor = 'anon', ...init } = {}) =>
      fetch(`${url}/rest/v1${path}`, { ...init, headers: { 'x-test-actor': actor, ...(init.headers as object) } }),
    sql: async <Row extends pg.QueryResultRow>(text: string, params: unknown[] = []) =>
      (await admin.query<Row>(text, params)).rows,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await schemaCache.close();
      await db.close();
      await admin.end();
      await database.close();
    },
  };
}

function actorOf(name: string): Actor {
  if (name === 'anon') return anonActor;
  return name === 'service_role' ? { role: 'service_role', claims: { role: 'service_role' } } : userActor(name);
}
