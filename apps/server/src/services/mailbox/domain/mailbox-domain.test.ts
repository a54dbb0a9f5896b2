import { describe, expect, it } from 'vitest';
import { linksIn } from './mail-links.ts';
import { comesFromHere } from './mailbox-access.ts';
import { createTestMailAllowance } from './test-mail-allowance.ts';

describe('comesFromHere', () => {
  const request = { host: 'localhost:54321', fetchSite: 'same-origin', port: 54_321 };
  it.each([
    ['another site', { fetchSite: 'cross-site' }],
    ['another port of this machine', { fetchSite: 'same-site' }],
    ['no Sec-Fetch-Site', { fetchSite: undefined }],
    ['a name that resolves to loopback', { host: 'evil.example:54321' }],
    ['a name that starts like ours', { host: 'localhost.evil.example:54321' }],
    ['another port', { host: 'localhost:3000' }],
    ['no port', { host: 'localhost' }],
    ['no Host', { host: undefined }],
    ['another loopback address', { host: '127.0.0.2:54321' }],
    ['user info', { host: 'localhost@evil.example:54321' }],
    ['an unknown own port', { port: undefined }],
  ])('refuses %s', (_name, change) => {
    expect(comesFromHere({ ...request, ...change })).toBe(false);
  });
  it.each(['localhost:54321', '127.0.0.1:54321', '[::1]:54321', 'LOCALHOST:54321'])('accepts %s', (host) => {
    expect(comesFromHere({ ...request, host })).toBe(true);
    expect(comesFromHere({ ...request, host, fetchSite: 'none' })).toBe(true);
  });
  it('knows that no port means 80', () => {
    expect(comesFromHere({ ...request, host: 'localhost', port: 80 })).toBe(true);
  });
});

describe('linksIn', () => {
  it('finds each address once, without the punctuation after it', () => {
    const text =
      'See https://a.example/x?y=1&z=2, or (http://b.example/). Again: https://a.example/x?y=1&z=2\nftp://c.example';
    expect(linksIn(text)).toEqual(['https://a.example/x?y=1&z=2', 'http://b.example/']);
  });
});

describe('createTestMailAllowance', () => {
  it('allows one mail per person and minute', () => {
    const secondsLeft = createTestMailAllowance();
    expect(secondsLeft('ada', 0)).toBe(0);
    expect(secondsLeft('ada', 20_000)).toBe(40);
    expect(secondsLeft('bob', 20_000)).toBe(0);
    expect(secondsLeft('ada', 60_000)).toBe(0);
    expect(secondsLeft('ada', 61_000)).toBe(59);
  });
});
