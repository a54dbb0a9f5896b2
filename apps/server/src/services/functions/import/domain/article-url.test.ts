import { describe, expect, it } from 'vitest';
import { canonicalAddress, chooseCanonical, typedAddress } from './article-url.ts';

describe('typedAddress', () => {
  it.each([
    ['example.org', 'https://example.org/'],
    ['  example.org/a?b=c#d ', 'https://example.org/a?b=c#d'],
    ['//example.org/a', 'https://example.org/a'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.ORG/A', 'https://example.org/A'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['localhost:3000', 'https://localhost:3000/'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['ftp://example.org/', 'ftp://example.org/'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('%s → %s', (typed, address) => {
    expect(typedAddress(typed)).toBe(address);
  });

  it.each(['', '   ', 'two words', 'https://', 'http://[::1', 'https://exa mple.org', 'https://:80/'])(
    '"%s" is none',
    (typed) => {
      expect(typedAddress(typed)).toBeNull();
    },
  );
});

describe('canonicalAddress', () => {
  it.each([
    ['https://Example.ORG./a', 'https://example.org/a'],
    ['https://example.org:443/a#part', 'https://example.org/a'],
    ['http://example.org:8080/a', 'http://example.org:8080/a'],
    ['https://example.org/a?utm_source=x&utm_medium=y', 'https://example.org/a'],
    ['https://example.org/a?id=7&fbclid=1&gclid=2&UTM_Campaign=z', 'https://example.org/a?id=7'],
    ['https://example.org/a?b=2&a=1&b=1', 'https://example.org/a?a=1&b=2&b=1'],
    ['https://user:pw@example.org/a', 'https://example.org/a'],
    ['https://example.org/#!/story/7', 'https://example.org/#!/story/7'],
    ['https://example.org/a/', 'https://example.org/a/'],
  ])('%s → %s', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
    expect(canonicalAddress(canonical)).toBe(canonical);
  });

  it('never grows past what can be stored', () => {
    const long = `https://example.org/?q=${"'".repeat(1500)}`;
    expect(canonicalAddress(long).length).toBeLessThanOrEqual(2048);
  });
});

describe('chooseCanonical', () => {
  const page = 'https://www.example.org/story/7?ref_src=x';
  it.each([
    [
      'the declared address of the same page',
      'https://example.org/story/seven?utm_source=self',
      'https://example.org/story/seven',
    ],
    ['a relative one', '/story/seven', 'https://www.example.org/story/seven'],
    ['the desktop page of a mobile one', 'https://m.example.org/story/7', 'https://m.example.org/story/7'],
    ['none', null, 'https://www.example.org/story/7'],
    ['another site', 'https://evil.example/story/7', 'https://www.example.org/story/7'],
    ['another name below the same domain', 'https://blog.example.org/story/7', 'https://www.example.org/story/7'],
    ['another port', 'https://example.org:8443/story/7', 'https://www.example.org/story/7'],
    ['the front page for every page', 'https://www.example.org/', 'https://www.example.org/story/7'],
    ['no web address', 'javascript:alert(1)', 'https://www.example.org/story/7'],
    ['nonsense', 'http://[', 'https://www.example.org/story/7'],
    ['one with a password', 'https://a:b@example.org/story/7', 'https://www.example.org/story/7'],
  ])('%s', (_what, declared, canonical) => {
    expect(chooseCanonical(declared, page)).toBe(canonical);
  });
});
