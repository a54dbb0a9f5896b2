import { describe, expect, it } from 'vitest';
import { FetchFailure } from './fetch-failure.ts';
import { checkUrl, type UrlPolicy, webPorts } from './url-policy.ts';

const policy: UrlPolicy = { allowedPorts: webPorts, exceptions: new Set(['127.0.0.1:4321']), maxUrlLength: 2048 };

function failureOf(url: string): FetchFailure | null {
  try {
    checkUrl(url, policy);
    return null;
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
}

describe('checkUrl', () => {
  it.each([
    ['', 'invalid_url'],
    ['not a url', 'invalid_url'],
    ['http://', 'invalid_url'],
    ['http://[::1', 'invalid_url'],
    ['http://exa mple.org/', 'invalid_url'],
    [`https://example.org/${'a'.repeat(2100)}`, 'invalid_url'],
    [`https://example.org/${'ä'.repeat(800)}`, 'invalid_url'],
    ['ftp://example.org/', 'unsupported_scheme'],
    ['file:///etc/passwd', 'unsupported_scheme'],
    ['gopher://example.org:70/', 'unsupported_scheme'],
    ['javascript:alert(1)', 'unsupported_scheme'],
    ['data:text/html,<p>x', 'unsupported_scheme'],
    ['blob:https://example.org/1', 'unsupported_scheme'],
    ['http://user@example.org/', 'credentials_in_url'],
    ['http://:secret@example.org/', 'credentials_in_url'],
    ['http://example.org@127.0.0.1/', 'credentials_in_url'],
    ['http://example.org:22/', 'refused_port'],
    ['http://example.org:5432/', 'refused_port'],
    ['https://example.org:6379/', 'refused_port'],
    ['http://localhost/', 'refused_address'],
    ['http://LOCALHOST/', 'refused_address'],
    ['http://localhost./', 'refused_address'],
    ['http://a.localhost/', 'refused_address'],
    ['http://printer.local/', 'refused_address'],
    ['http://metadata.google.internal/', 'refused_address'],
    ['http://127.0.0.1/', 'refused_address'],
    ['http://127.0.0.1:4322/', 'refused_address'],
    ['http://127.1/', 'refused_address'],
    ['http://0/', 'refused_address'],
    ['http://0x7f.1/', 'refused_address'],
    ['http://0x7f000001/', 'refused_address'],
    ['http://0177.0.0.1/', 'refused_address'],
    ['http://2130706433/', 'refused_address'],
    ['http://127.0.0.1./', 'refused_address'],
    ['http://①②⑦.⓪.⓪.①/', 'refused_address'],
    ['http://127。0。0。1/', 'refused_address'],
    ['http://[::1]/', 'refused_address'],
    ['http://[::ffff:127.0.0.1]/', 'refused_address'],
    ['http://[::ffff:7f00:1]/', 'refused_address'],
    ['http://[64:ff9b::7f00:1]/', 'refused_address'],
    ['http://169.254.169.254/latest/meta-data/', 'refused_address'],
    ['http:\\\\127.0.0.1\\', 'refused_address'],
    ['http:127.0.0.1', 'refused_address'],
  ])('%s → %s', (url, kind) => {
    expect(failureOf(url)?.kind).toBe(kind);
  });

  it.each([
    'http://example.org/',
    'https://example.org:8443/a?b=c',
    'http://127.0.0.1:4321/x',
    'https://bücher.example/',
    'http://1.1.1.1/',
  ])('lets %s through', (url) => {
    expect(failureOf(url)).toBeNull();
  });

  it('never repeats a password', () => {
    const failure = failureOf('http://user:secret@example.org/');
    expect(JSON.stringify({ ...failure, message: failure?.message })).not.toContain('secret');
  });

  it('drops the fragment', () => {
    expect(checkUrl('https://example.org/a#b', policy).href).toBe('https://example.org/a');
  });
});
