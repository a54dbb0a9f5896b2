import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../kernel/clock.ts';
import { createPinoLogger } from '../platform/logging/pino-logger.ts';
import type { AppEnv } from './app-env.ts';
import { clientAddress, type FinishedRequest, requestContext } from './request-context.ts';

const proxies = new Set(['10.0.0.1', '10.0.0.2']);
const trusted = (address: string): boolean => proxies.has(address);

describe('clientAddress', () => {
  it('ignores a forwarded header of a peer that is not a trusted proxy', () => {
    expect(clientAddress('203.0.113.9', '198.51.100.1', trusted)).toBe('203.0.113.9');
  });
  it('takes the right-most address that is no proxy, whatever the client wrote before it', () => {
    expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', trusted)).toBe('198.51.100.7');
  });
  it('stops at rubbish and falls back to the peer', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.7, <script>', trusted)).toBe('10.0.0.1');
  });
  it('writes an IPv4 peer on an IPv6 socket as IPv4', () => {
    expect(clientAddress('::ffff:203.0.113.9', undefined, trusted)).toBe('203.0.113.9');
  });
});

function appWithLog() {
  const lines: string[] = [];
  const finished: FinishedRequest[] = [];
  const logger = createPinoLogger({ level: 'info', write: (line) => lines.push(line) });
  const app = new Hono<AppEnv>()
    .use(requestContext({ logger, clock: systemClock, trustedProxies: [], onFinished: (f) => finished.push(f) }))
    .get('*', (c) => {
      c.var.logger.info({ password: 'hunter2', body: { access_token: 'abc' } }, 'inside');
      return c.text(c.var.requestId);
    });
  return { app, lines, finished };
}

describe('requestContext', () => {
  it('keeps a well-formed request id, answers with it and writes it on every line', async () => {
    const { app, lines } = appWithLog();
    const response = await app.request('/api/thing', { headers: { 'x-request-id': 'abcd-1234-efgh' } });
    expect(response.headers.get('x-request-id')).toBe('abcd-1234-efgh');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(JSON.parse(line).requestId).toBe('abcd-1234-efgh');
  });
  it('makes its own id instead of one that could forge log lines', async () => {
    const { app } = appWithLog();
    const response = await app.request('/x', { headers: { 'x-request-id': 'short' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('never logs secrets', async () => {
    const { app, lines } = appWithLog();
    await app.request('/x');
    expect(lines.join('')).not.toMatch(/hunter2|"abc"/);
    expect(lines.join('')).toContain('[redacted]');
  });
  it('labels metrics with a bounded route, never with ids', async () => {
    const { app, finished } = appWithLog();
    for (const path of [
      '/',
      '/article/1f2e',
      '/rest/v1/notes',
      '/functions/v1/ask',
      '/auth/v1/Weird%20One',
      '/api/x/9',
    ]) {
      await app.request(path);
    }
    expect(finished.map((f) => f.route)).toEqual(['/', 'page', '/rest/v1', '/functions/v1/ask', '/auth/v1', '/api/x']);
  });
});
