import { describe, expect, it } from 'vitest';
import { parseEmail } from './email-address.ts';
import { tokenTypesOf } from './mail-link-type.ts';
import { assertAcceptablePassword, weaknessOf } from './password-rule.ts';
import { parseCodeChallenge } from './pkce.ts';
import { redirectTarget, withFragment, withQuery } from './redirect-target.ts';
import { decideRotation, isRefreshTokenShape, type RotatingToken } from './refresh-rotation.ts';
import { assuranceOf } from './session-claims.ts';
import { emptyWaitSeconds, refill } from './token-bucket.ts';
import { mergeMetadata } from './user-metadata.ts';

describe('the password rule', () => {
  it.each([
    ['Aa1', ['length']],
    ['alllower1', ['characters']],
    ['ALLUPPER1', ['characters']],
    ['NoDigitsHere', ['characters']],
    ['', ['length', 'characters']],
    // Eight code units, four characters.
    ['Aa1🙂🙂x', ['length']],
  ])('finds %j weak: %j', (password, reasons) => {
    expect(weaknessOf(password)?.reasons).toEqual(reasons);
  });
  it('accepts eight characters of each kind, also with others among them', () => {
    expect(weaknessOf('Abcdefg1')).toBeNull();
    expect(weaknessOf('Ünïcode-Pass 1')).toBeNull();
  });
  it('counts the limit in bytes', () => {
    expect(() => assertAcceptablePassword(`Aa1${'x'.repeat(69)}`)).not.toThrow();
    expect(() => assertAcceptablePassword(`Aa1${'ä'.repeat(35)}`)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});

describe('addresses', () => {
  it.each([
    '',
    'a',
    'a@',
    '@b.example',
    'a b@c.example',
    'a@b',
    `${'x'.repeat(250)}@example.org`,
    'a@b.example\nBcc: c@d.example',
  ])('refuses %j', (email) => expect(() => parseEmail(email)).toThrow('Unable to validate email address'));
  it('compares in lower case', () => expect(parseEmail('  Ada.L+x@Example.ORG ')).toBe('ada.l+x@example.org'));
});

describe('where a mailed link may lead', () => {
  const rules = {
    siteUrl: 'https://cairn.example',
    allowList: ['https://*.preview.example/**', 'cairn://open/*'],
    allowLoopback: false,
  };
  const target = (...candidates: (string | undefined)[]) => redirectTarget(candidates, rules);
  it.each([
    'https://evil.example/',
    'http://cairn.example/',
    'https://cairn.example.evil.example/',
    'https://cairn.example:444/',
    'https://cairn.example@evil.example/',
    'https://user@cairn.example/',
    'https:\\\\evil.example',
    '//evil.example',
    'javascript:alert(1)//https://cairn.example',
    'data:text/html,x',
    'http://localhost:3000/',
    'https://a.b.preview.example/',
    'https://preview.example/',
    'https://evil.example/?x=https://a.preview.example/',
    'https://evil.example/#https://cairn.example',
    'cairn://open/a/b',
    `https://cairn.example/${'x'.repeat(3000)}`,
    'not an address',
  ])('never to %s', (candidate) => expect(target(candidate)).toBe('https://cairn.example'));
  it.each(['https://cairn.example/reset-password?x=1#y', 'https://a.preview.example/b/c', 'cairn://open/note'])(
    'to %s',
    (candidate) => expect(target(candidate)).toBe(candidate),
  );
  it('takes the second candidate when the first is refused', () => {
    expect(target('https://evil.example', 'https://cairn.example/a')).toBe('https://cairn.example/a');
    expect(target(undefined)).toBe('https://cairn.example');
  });
  it('allows any port of this machine in development only', () => {
    for (const url of ['http://localhost:5173/x', 'http://127.0.0.1:1/x', 'http://[::1]:2/x']) {
      expect(redirectTarget([url], { ...rules, allowLoopback: true })).toBe(url);
    }
    expect(redirectTarget(['http://localhost.evil.example/'], { ...rules, allowLoopback: true })).toBe(rules.siteUrl);
  });
  it('puts values where a server does not see them, or as query', () => {
    expect(withFragment('https://a.example/b?c=d#old', { x: 'y z' })).toBe('https://a.example/b?c=d#x=y+z&sb=');
    expect(withQuery('https://a.example/b?c=d', { code: '1' })).toBe('https://a.example/b?c=d&code=1');
  });
});

describe('refresh rotation', () => {
  const token = (name: string, parent: string | null, revoked = false, updatedAt = 0): RotatingToken => ({
    token: name,
    parent,
    revoked,
    updatedAt,
  });
  const now = 100_000;
  it.each([
    ['an active token', token('a', null), token('a', null), 'swap'],
    ['the parent of the active one, long after', token('a', null, true), token('b', 'a'), 'return_active'],
    ['a grandparent within the interval', token('a', null, true, now - 10_000), token('c', 'b'), 'swap'],
    ['a grandparent after it', token('a', null, true, now - 10_001), token('c', 'b'), 'reused'],
    ['any used token of a revoked session', token('a', null, true), null, 'reused'],
  ])('%s', (_name, presented, active, decision) => {
    expect(decideRotation(presented, active, now, 10_000)).toBe(decision);
  });
  it('knows its own tokens by their shape', () => {
    expect(
      ['abc123abc123', 'abc123abc12', 'ABC123abc123', 'abc123abc1234', 'abc123abc12\n'].map(isRefreshTokenShape),
    ).toEqual([true, false, false, false, false]);
  });
});

describe('smaller rules', () => {
  it('needs a second factor for aal2', () => {
    const method = (name: string) => ({ method: name, timestamp: 0 });
    expect(assuranceOf([method('password'), method('otp')])).toBe('aal1');
    expect(assuranceOf([method('totp'), method('password')])).toBe('aal2');
  });
  it('merges metadata without touching prototypes', () => {
    const merged = mergeMetadata({ a: 1, b: 2 }, JSON.parse('{"b":null,"c":{"d":null},"__proto__":{"x":1}}'));
    expect(Object.keys(merged).sort()).toEqual(['__proto__', 'a', 'c']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(merged.x).toBeUndefined();
  });
  it('takes a code challenge whole or not at all', () => {
    const challenge = 'x'.repeat(43);
    expect(parseCodeChallenge(undefined, undefined)).toBeNull();
    expect(parseCodeChallenge(challenge, 'S256')).toEqual({ challenge, method: 's256' });
    for (const [value, method] of [
      [challenge, undefined],
      [undefined, 's256'],
      ['x'.repeat(42), 's256'],
      ['x'.repeat(129), 's256'],
      [`${challenge}!`, 's256'],
      [challenge, 'md5'],
    ]) {
      expect(() => parseCodeChallenge(value, method)).toThrow();
    }
  });
  it('knows what each kind of link redeems, and nothing else', () => {
    expect(tokenTypesOf('recovery')).toEqual(['recovery_token']);
    for (const name of ['', 'sms', 'constructor', '__proto__']) expect(tokenTypesOf(name)).toBeNull();
  });
  it('refills a bucket with time, up to its size, and survives a clock that goes back', () => {
    const size = { burst: 2, perMinute: 60 };
    expect(refill(undefined, size, 0).tokens).toBe(2);
    expect(refill({ tokens: 0, at: 0 }, size, 1500).tokens).toBe(1.5);
    expect(refill({ tokens: 0, at: 0 }, size, 60_000).tokens).toBe(2);
    expect(refill({ tokens: 1, at: 5000 }, size, 0).tokens).toBe(1);
    expect(emptyWaitSeconds({ tokens: 0, at: 0 }, { burst: 5, perMinute: 0.5 })).toBe(120);
  });
});
