import { z } from 'zod';
import { featureFlagsText } from './feature-flags.ts';

/**
 * Every environment variable the server reads. This file is the only reader of `process.env`;
 * `.env.example` and `docs/operations/configuration.md` are kept equal to this table by a check.
 */
const optionalText = z.string().trim().min(1).optional();
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''));

export const envSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .optional()
    .describe('`production` refuses development conveniences.'),
  PORT: z.coerce.number().int().min(0).max(65535).default(54321).describe('Port to listen on; 0 takes any free one.'),
  HOST: z
    .string()
    .trim()
    .min(1)
    .default('localhost')
    .describe('Address to listen on; `localhost` serves IPv4 and IPv6 loopback.'),
  DATA_DIR: optionalText.describe('Folder of the embedded database, files and secrets; default `.data`.'),
  SITE_URL: httpUrl
    .optional()
    .describe('Public address of this installation; default `http://localhost:PORT`. Mail links point to it.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .optional()
    .describe('Least severe log line; default `warn` in development mode, `info` otherwise.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('Use this PostgreSQL 15 or newer instead of the embedded one.'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10).describe('Database connections per process.'),
  STATEMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(120_000)
    .default(8000)
    .describe('Longest time one SQL statement of a request may take, in milliseconds.'),
  CAIRN_DB_USER: optionalText.describe('Account that runs the embedded PostgreSQL when the server is started as root.'),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Sign tokens with HS256 and this secret (at least 32 characters) instead of ES256.'),
  JWT_KEYS: optionalText.describe('Signing keys as a JSON Web Key Set with private ES256 keys; the first signs.'),
  ANON_KEY: z.string().min(100).optional().describe('Public key of role anon; made from the signing key when empty.'),
  SERVICE_ROLE_KEY: z
    .string()
    .min(100)
    .optional()
    .describe('Secret key of role service_role; made from the signing key when empty.'),
  JWT_EXPIRY_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(604_800)
    .default(3600)
    .describe('Life of an access token in seconds.'),
  REDIRECT_ALLOW_LIST: list
    .default([])
    .describe('More addresses that links in mails may return to, separated by commas; `*` stands for one path part.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, for example `smtps://user:password@mail.example.org:465`; empty: the built-in mailbox. A relay without TLS needs `?insecure=true`.',
    ),
  MAIL_FROM: z.string().trim().default('Cairn <no-reply@localhost>').describe('Sender of all mail.'),
  MAILBOX: z
    .enum(['auto', 'on'])
    .default('auto')
    .describe('`on` allows the built-in mailbox screen in production mode too.'),
  TRUSTED_PROXIES: list
    .default([])
    .describe('Addresses or networks (CIDR) of proxies whose X-Forwarded-For is believed, separated by commas.'),
  MAX_BODY_BYTES: z.coerce
    .number()
    .int()
    .min(65_536)
    .max(104_857_600)
    .default(10_485_760)
    .describe('Largest request body of data and functions, in bytes.'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(10)
    .max(1_000_000)
    .default(1200)
    .describe('Requests to data and functions per client address and minute.'),
  FEATURE_FLAGS: featureFlagsText.describe(
    'Features to switch other than by default, as JSON, for example `{"gradualRollout": true, "rolloutPercentage": 10}`.',
  ),
});

export type Env = z.infer<typeof envSchema>;

/** Thrown with every problem at once, one line each. */
export class ConfigurationError extends Error {}

/** Reads and validates the environment. Empty values count as not set. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given = Object.fromEntries(
    Object.keys(envSchema.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const parsed = envSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`The configuration is not valid:\n${problems.join('\n')}`);
}
