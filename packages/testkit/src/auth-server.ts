import type { AppEnv } from '@cairn/server/http/app-env';
import { handleError } from '@cairn/server/http/error-handler';
import { requestContext } from '@cairn/server/http/request-context';
import { createPgDb } from '@cairn/server/platform/db/pg-db';
import { createKeys } from '@cairn/server/platform/keys/create-keys';
import { createDatabaseSecretStore } from '@cairn/server/platform/keys/database-secret-store';
import type { Keys } from '@cairn/server/platform/keys/keys';
import { silentLogger } from '@cairn/server/platform/logging/logger';
import { createMailQueue } from '@cairn/server/platform/mail/mail-queue';
import type { Mail } from '@cairn/server/platform/mail/mailer';
import { authRoutes } from '@cairn/server/services/auth/auth-routes';
import { createAuthService } from '@cairn/server/services/auth/auth-service';
import type { AuthSettings } from '@cairn/server/services/auth/auth-settings';
import { defaultAuthSettings } from '@cairn/server/services/auth/auth-settings';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { Hono } from 'hono';
import pg from 'pg';
import WebSocket from 'ws';
import { createTestDatabase } from './test-database.ts';

export interface AuthAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field in tests
  body: any;
}

export interface Call {
  method?: string;
  body?: unknown;
  /** Access token. */
  as?: string;
  headers?: Record<string, string>;
}

/** The auth service alone, with a clock that stands still and a mail server that only collects. */
export interface AuthServer {
  keys: Keys;
  mails: Mail[];
  siteUrl: string;
  /** `path` is relative to `/auth/v1`. */
  call(path: string, call?: Call): Promise<AuthAnswer>;
  /** The published client library, talking to this server. */
  client(auth?: SupabaseClientOptions<'public'>['auth']): SupabaseClient;
  sql<Row extends pg.QueryResultRow = Record<string, unknown>>(text: string, params?: unknown[]): Promise<Row[]>;
  signUp(
    email: string,
    password?: string,
  ): Promise<{ access_token: string; refresh_token: string; user: { id: string } }>;
  advance(seconds: number): void;
  /** Resolves when every mail asked for so far has been sent. */
  mailsSent(): Promise<void>;
  breakMail(broken: boolean): void;
  close(): Promise<void>;
}

export const goodPassword = 'Correct-Horse-7';

const unlimited: AuthSettings['rateLimits'] = {
  signup: null,
  token: null,
  verify: null,
  mail: null,
  user: null,
  failuresPerEmailAndClient: null,
  failuresPerEmail: null,
  codesPerEmail: null,
};

export async function createAuthServer(settings: Partial<AuthSettings> = {}): Promise<AuthServer> {
  const database = await createTestDatabase();
  const db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 2 });
  // Connections that are closing may still be told that their database is being dropped.
  pool.on('error', () => {});
  let now = Date.now();
  const clock = { now: () => now };
  const mails: Mail[] = [];
  let mailBroken = false;
  const queue = createMailQueue({
    logger: silentLogger,
    mailer: {
      delivery: 'smtp',
      send: async (mail) => void mails.push(mail),
      health: async () => ({ healthy: !mailBroken, checkedAt: now, problem: mailBroken ? 'broken' : null }),
      close: async () => {},
    },
  });
  const keys = await createKeys({ secrets: createDatabaseSecretStore({ db }), clock });
  const siteUrl = 'http://cairn.test';
  const context = createAuthService({
    db,
    keys,
    mailQueue: queue,
    clock,
    logger: silentLogger,
    settings: { ...defaultAuthSettings, autoconfirm: true, rateLimits: unlimited, siteUrl, ...settings },
  });
  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.use(requestContext({ logger: silentLogger, clock, trustedProxies: [] }));
  app.route('/auth/v1', authRoutes(context));

  const call: AuthServer['call'] = async (path, { method = 'GET', body, as, headers = {} } = {}) => {
    const response = await app.request(`${siteUrl}/auth/v1${path}`, {
      method,
      headers: {
        ...(body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        host: new URL(siteUrl).host,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  return {
    keys,
    mails,
    siteUrl,
    call,
    client: (auth = {}) =>
      createClient(siteUrl, keys.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...auth },
        global: { fetch: async (input, init) => app.fetch(new Request(input as string, init)) },
        // Node 20 has no WebSocket of its own.
        realtime: { transport: WebSocket as never },
      }),
    sql: async (text, params = []) => (await pool.query(text, params)).rows,
    async signUp(email, password = goodPassword) {
      const answer = await call('/signup', { method: 'POST', body: { email, password } });
      if (answer.status !== 200) throw new Error(`sign-up failed: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    advance: (seconds) => {
      now += seconds * 1000;
    },
    async mailsSent() {
      // The queue starts in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      await queue.drain(5000);
    },
    breakMail: (broken) => {
      mailBroken = broken;
    },
    async close() {
      await queue.drain(1000);
      await db.close();
      await pool.end();
      await database.close();
    },
  };
}

/** The address in a mail's text that leads to our link page. */
export function linkOf(mail: Mail | undefined): URL {
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('the mail holds no link');
  return new URL(link);
}

export const codeOf = (mail: Mail | undefined): string => /it is (\d{6})\./.exec(mail?.text ?? '')?.[1] ?? '';
