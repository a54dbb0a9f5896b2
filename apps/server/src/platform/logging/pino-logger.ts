import { pino } from 'pino';
import type { Logger } from './logger.ts';

/** Names under which secrets travel; their values never reach a log, at any of these depths. */
const secretNames = [
  'password',
  'current_password',
  'access_token',
  'refresh_token',
  'token',
  'token_hash',
  'apikey',
  'authorization',
  'cookie',
  'secret',
  'connectionString',
  'key',
  'nonce',
];

export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where lines go; default: standard output. */
  write?: (line: string) => void;
}

/** One JSON object a line on standard output. */
export function createPinoLogger({ level, write }: LogOptions): Logger {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  };
  return write ? pino(settings, { write }) : pino(settings);
}
