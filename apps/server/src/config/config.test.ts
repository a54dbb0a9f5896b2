import { describe, expect, it } from 'vitest';
import { createConfig } from './config.ts';
import { ConfigurationError, readEnv } from './env.ts';

const configOf = (env: Record<string, string>) => createConfig(readEnv(env), '/project');

describe('configuration', () => {
  it('works with nothing set: loopback, embedded database, built-in mailbox, development mode', () => {
    const config = configOf({});
    expect(config).toMatchObject({ mode: 'development', port: 54321, host: 'localhost', dataDir: '/project/.data' });
    expect(config.database.url).toBeNull();
    expect(config.mail.mailboxScreen).toBe(true);
  });
  it.each([
    { NODE_ENV: 'production' },
    { DATABASE_URL: 'postgres://somewhere/db' },
    { HOST: '0.0.0.0', SITE_URL: 'https://cairn.example' },
  ])('is production mode with %o, and then shows no mailbox', (env) => {
    const config = configOf(env as unknown as Record<string, string>);
    expect(config.mode).toBe('production');
    expect(config.mail.mailboxScreen).toBe(false);
  });
  it('shows the mailbox in production when it is switched on by name, but never beside SMTP', () => {
    expect(configOf({ NODE_ENV: 'production', MAILBOX: 'on' }).mail.mailboxScreen).toBe(true);
    expect(configOf({ SMTP_URL: 'smtp://mail.example', MAILBOX: 'on' }).mail.mailboxScreen).toBe(false);
  });
  it('reports every problem at once', () => {
    const read = () => readEnv({ PORT: '99999', JWT_SECRET: 'short', DATABASE_URL: 'mysql://x' });
    expect(read).toThrow(ConfigurationError);
    expect.assertions(4);
    try {
      read();
    } catch (error) {
      const message = String(error);
      for (const name of ['PORT', 'JWT_SECRET', 'DATABASE_URL']) expect(message).toContain(name);
    }
  });
  it('wants a public address when it listens to the world, and one kind of key', () => {
    expect(() => configOf({ HOST: '0.0.0.0' })).toThrow(/SITE_URL/);
    expect(() => configOf({ JWT_SECRET: 'x'.repeat(40), JWT_KEYS: '{}' })).toThrow(/only one/);
  });
  it('takes the flags of an installation, and refuses unknown names and values of another kind', () => {
    expect(configOf({}).featureFlags).toEqual({});
    expect(configOf({ FEATURE_FLAGS: '{"gradualRollout": true, "rolloutPercentage": 10}' }).featureFlags).toEqual({
      gradualRollout: true,
      rolloutPercentage: 10,
    });
    for (const flags of ['{', '[]', '{"nothing": true}', '{"memoization": 1}', '{"rolloutPercentage": 101}']) {
      expect(() => configOf({ FEATURE_FLAGS: flags }), flags).toThrow(/FEATURE_FLAGS/);
    }
  });
  it('takes an empty value as not set', () => {
    expect(configOf({ PORT: '', DATABASE_URL: '' }).port).toBe(54321);
  });
});
