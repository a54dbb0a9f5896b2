import { resolve } from 'node:path';
import type { FeatureFlags } from '@cairn/contracts/feature-flags';
import { ConfigurationError, type Env } from './env.ts';

/** The validated configuration as the server uses it. Built once by `main.ts` (or the testkit) and passed on in parts. */
export interface Config {
  /** Development conveniences are allowed: loopback host, embedded database, NODE_ENV not production. */
  mode: 'development' | 'production';
  projectRoot: string;
  dataDir: string;
  host: string;
  port: number;
  /** Set only when given; `main.ts` derives it from the port it really got otherwise. */
  siteUrl: string | null;
  logLevel: NonNullable<Env['LOG_LEVEL']>;
  database: {
    /** `null`: the embedded PostgreSQL. */
    url: string | null;
    /** Account that runs the embedded PostgreSQL when this process is root; `null`: chosen. */
    account: string | null;
    poolSize: number;
    statementTimeoutMs: number;
  };
  keys: {
    jwtSecret: string | null;
    jwtKeys: string | null;
    anonKey: string | null;
    serviceRoleKey: string | null;
  };
  auth: { jwtExpirySeconds: number; redirectAllowList: readonly string[] };
  mail: {
    /** `null`: the built-in mailbox. */
    smtpUrl: string | null;
    from: string;
    /** The mailbox screen may be shown. */
    mailboxScreen: boolean;
  };
  http: { trustedProxies: readonly string[]; maxBodyBytes: number; rateLimitPerMinute: number };
  /** What differs here from the app's defaults. */
  featureFlags: Partial<FeatureFlags>;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1']);

export function createConfig(env: Env, projectRoot: string): Config {
  const development = loopbackHosts.has(env.HOST) && !env.DATABASE_URL && env.NODE_ENV !== 'production';
  const mode = development ? 'development' : 'production';
  if (!loopbackHosts.has(env.HOST) && !env.SITE_URL) {
    throw new ConfigurationError(
      'The configuration is not valid:\n  SITE_URL: is needed when HOST is not a loopback address, because mail links point to it',
    );
  }
  if (env.JWT_SECRET && env.JWT_KEYS) {
    throw new ConfigurationError('The configuration is not valid:\n  JWT_SECRET and JWT_KEYS: set only one of them');
  }
  return {
    mode,
    projectRoot,
    dataDir: resolve(projectRoot, env.DATA_DIR ?? '.data'),
    host: env.HOST,
    port: env.PORT,
    siteUrl: env.SITE_URL ?? null,
    logLevel: env.LOG_LEVEL ?? (development ? 'warn' : 'info'),
    database: {
      url: env.DATABASE_URL ?? null,
      account: env.CAIRN_DB_USER ?? null,
      poolSize: env.DATABASE_POOL_SIZE,
      statementTimeoutMs: env.STATEMENT_TIMEOUT_MS,
    },
    keys: {
      jwtSecret: env.JWT_SECRET ?? null,
      jwtKeys: env.JWT_KEYS ?? null,
      anonKey: env.ANON_KEY ?? null,
      serviceRoleKey: env.SERVICE_ROLE_KEY ?? null,
    },
    auth: { jwtExpirySeconds: env.JWT_EXPIRY_SECONDS, redirectAllowList: env.REDIRECT_ALLOW_LIST },
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM,
      mailboxScreen: !env.SMTP_URL && (development || env.MAILBOX === 'on'),
    },
    http: {
      trustedProxies: env.TRUSTED_PROXIES,
      maxBodyBytes: env.MAX_BODY_BYTES,
      rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    },
    featureFlags: env.FEATURE_FLAGS ?? {},
  };
}
