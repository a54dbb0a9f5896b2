import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Tier } from '@cairn/contracts/plans';
import { type App, type AppOptions, createApp } from '@cairn/server/app';
import { type Config, createConfig } from '@cairn/server/config/config';
import { readEnv } from '@cairn/server/config/env';
import { type Listening, listen } from '@cairn/server/http/listen';
import { readBuiltWeb, type WebSource } from '@cairn/server/http/web-source';
import { ensureServerLogin } from '@cairn/server/platform/db/server-login';
import { createPinoLogger } from '@cairn/server/platform/logging/pino-logger';
import type { ArticleExtractor } from '@cairn/server/services/functions/import/extraction/article-extractor';
import { createWorkerExtractor } from '@cairn/server/services/functions/import/extraction/worker-extractor';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import WebSocket from 'ws';
import { extractionWorkerUrl } from './extraction-worker.ts';
import { createTestDatabase } from './test-database.ts';

export interface WorldOptions {
  /** Environment variables on top of the defaults. */
  env?: Record<string, string>;
  /** Replacements of the outside world. */
  adapters?: AppOptions['adapters'];
  clock?: AppOptions['clock'];
  /** Serve the built web app; default: a bare page shell. */
  builtWeb?: boolean;
  /** Make alice, bob and eve; default true. */
  users?: boolean;
  /** The plan of every account that is made here; default free, as for everybody. For tests that ask or import much. */
  tier?: Tier;
  /** Receives log lines (JSON); default: errors only, which fail nothing. */
  log?: (line: string) => void;
}

export interface TestUser {
  id: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  /** A fresh supabase-js client that is signed in as this user. */
  client(): SupabaseClient;
}

/** A whole server on a free port, with a database of its own. */
export interface World {
  url: string;
  config: Config;
  connectionString: string;
  anonKey: string;
  serviceRoleKey: string;
  /** The link that opens the built-in mailbox; null when mail goes elsewhere. */
  mailboxUrl: string | null;
  alice: TestUser;
  bob: TestUser;
  eve: TestUser;
  /** Signs up one more user. */
  signUp(email: string, password?: string): Promise<TestUser>;
  /** Gives an account a plan, as the server does when it is paid for. */
  grant(user: TestUser, tier: Tier): Promise<void>;
  /** A supabase-js client of nobody. */
  anonymous(): SupabaseClient;
  /** fetch on this server, with the anon key and the user's token when one is given. */
  fetch(path: string, init?: RequestInit & { as?: TestUser }): Promise<Response>;
  /** SQL as the superuser: for looking behind the scenes and for preparing, never for what a test is about. */
  sql<Row extends pg.QueryResultRow = Record<string, unknown>>(text: string, params?: unknown[]): Promise<Row[]>;
  /** Resolves when everything derived from what was committed so far is there. */
  settle(): Promise<void>;
  /** Does now what the server does every hour. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

export const projectRoot = resolve(import.meta.dirname, '../../..');
export const testPassword = 'Correct-Horse-7';

const bareWeb: WebSource = {
  readIndex: async () =>
    '<!doctype html><html lang="en"><head><!--cairn:head--></head><body><!--cairn:config--></body></html>',
  hotReload: false,
  build: 'test',
};

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-world-'));
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_POOL_SIZE: '5',
    TRUSTED_PROXIES: '127.0.0.1',
    ...options.env,
  };
  const config = createConfig(readEnv(env), projectRoot);
  const logger = createPinoLogger(
    options.log
      ? { level: 'debug', write: options.log }
      : { level: 'error', write: (line) => process.stderr.write(line) },
  );
  const sqlPool = new pg.Pool({ connectionString, max: 2 });
  // Connections that are closing may still be told that their database is being dropped.
  sqlPool.on('error', () => {});

  let app: App | undefined;
  const listening: Listening = await listen({
    host: config.host,
    port: config.port,
    listener: (request, response) => app?.listener(request, response),
  });
  const url = `http://127.0.0.1:${listening.port}`;
  app = await createApp({
    config,
    connectionString: await ensureServerLogin(connectionString, 'test'),
    siteUrl: url,
    logger,
    web: options.builtWeb ? readBuiltWeb(projectRoot) : bareWeb,
    ...(options.clock ? { clock: options.clock } : {}),
    adapters: { extractor: lazyExtractor(), ...options.adapters },
  });
  const running = app;
  const { anonKey, serviceRoleKey } = running.keys;

  const client = (token?: string): SupabaseClient =>
    createClient(url, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: WebSocket as never },
      ...(token ? { global: { headers: { authorization: `Bearer ${token}` } } } : {}),
    });

  const fetchHere: World['fetch'] = (path, { as, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('apikey')) headers.set('apikey', anonKey);
    if (as) headers.set('authorization', `Bearer ${as.accessToken}`);
    return fetch(url + path, { redirect: 'manual', ...init, headers });
  };

  let people = 0;
  const signUp: World['signUp'] = async (email, password = testPassword) => {
    people += 1;
    const response = await fetchHere('/auth/v1/signup', {
      method: 'POST',
      // Each from an address of its own: so many from one in so short a time are refused.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${people >> 8}.${people & 255}` },
      body: JSON.stringify({ email, password, data: { full_name: email.split('@')[0] } }),
    });
    if (!response.ok) throw new Error(`sign-up of ${email} failed: ${response.status} ${await response.text()}`);
    const session = (await response.json()) as { access_token: string; refresh_token: string; user: { id: string } };
    const user: TestUser = {
      id: session.user.id,
      email,
      password,
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
      client: () => client(session.access_token),
    };
    if (options.tier) await grant(user, options.tier);
    return user;
  };

  const grant: World['grant'] = async (user, tier) => {
    const response = await fetchHere(`/rest/v1/user_subscriptions?user_id=eq.${user.id}`, {
      method: 'PATCH',
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify({ tier, status: 'active' }),
    });
    const rows = response.ok ? ((await response.json()) as unknown[]) : [];
    if (rows.length !== 1) throw new Error(`${user.email} could not be given the plan ${tier}: ${response.status}`);
  };

  const close = async (): Promise<void> => {
    running.drain();
    await listening.close(2000);
    await running.stop();
    await sqlPool.end();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };

  try {
    const wanted = options.users === false ? [] : ['alice', 'bob', 'eve'];
    // One after the other: the first account of a development installation becomes its administrator, and that is alice.
    const users: TestUser[] = [];
    for (const name of wanted) users.push(await signUp(`${name}@example.org`));
    const user = (index: number): TestUser => {
      const found = users[index];
      if (!found) throw new Error('this world was made without users');
      return found;
    };
    return {
      url,
      config,
      connectionString,
      anonKey,
      serviceRoleKey,
      mailboxUrl: running.summary.mailboxUrl,
      get alice() {
        return user(0);
      },
      get bob() {
        return user(1);
      },
      get eve() {
        return user(2);
      },
      signUp,
      grant,
      anonymous: () => client(),
      fetch: fetchHere,
      sql: async (text, params = []) => (await sqlPool.query(text, params)).rows,
      settle: () => running.settle(),
      maintain: () => running.maintain(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The worker is bundled when the first page is extracted: most worlds import nothing. */
function lazyExtractor(): ArticleExtractor {
  let pool: Promise<ArticleExtractor> | undefined;
  const open = async (): Promise<ArticleExtractor> =>
    createWorkerExtractor({ workerUrl: await extractionWorkerUrl(), size: 1, timeoutMs: 60_000 });
  return {
    extract: async (page, signal) => {
      pool ??= open();
      return (await pool).extract(page, signal);
    },
    close: async () => (await pool)?.close(),
  };
}
