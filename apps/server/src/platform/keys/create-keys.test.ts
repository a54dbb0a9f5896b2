import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeys } from './create-keys.ts';
import { createFileSecretStore } from './file-secret-store.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
const seconds = Math.floor(clock.now() / 1000);
const jwtSecret = 'a-shared-secret-of-at-least-32-bytes';
let dataDirectory = '';
let directory = '';
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'cairn-keys-'));
  directory = join(dataDirectory, 'secrets');
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));
const secrets = () => createFileSecretStore({ directory });
const ecKey = async (kid: string) => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
};

describe('createKeys', () => {
  it('refuses tokens that are expired, unsigned, signed by another, or of another algorithm', async () => {
    const keys = await createKeys({ secrets: secrets(), clock });
    const stranger = await ecKey('stranger');
    const strange = await createKeys({ secrets: secrets(), clock, jwtKeys: JSON.stringify({ keys: [stranger] }) });
    const claims = { sub: 'x', role: 'authenticated', exp: seconds + 60 };
    const [ours] = keys.jwks().keys;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    // The classic confusion: the public key taken as a shared secret.
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: String(ours?.kid) })
      .sign(new TextEncoder().encode(JSON.stringify(ours)));
    await expect(keys.verify(await keys.sign({ ...claims, exp: seconds - 1 }))).rejects.toThrow();
    await expect(keys.verify(await keys.sign({ sub: 'no expiry' }))).rejects.toThrow();
    await expect(keys.verify(await strange.sign(claims))).rejects.toThrow();
    await expect(keys.verify(unsigned)).rejects.toThrow();
    await expect(keys.verify(confused)).rejects.toThrow();
    await expect(keys.verify('rubbish')).rejects.toThrow();
    const hs = await createKeys({ secrets: secrets(), clock, jwtSecret });
    await expect(keys.verify(await hs.sign(claims))).rejects.toThrow();
  });

  it('signs with ES256 and a kid, and publishes only the public half', async () => {
    const keys = await createKeys({ secrets: secrets(), clock });
    const token = await keys.sign({ sub: 'x', exp: seconds + 60 });
    const { alg, kid } = decodeProtectedHeader(token);
    expect(alg).toBe('ES256');
    expect(await keys.verify(token)).toMatchObject({ sub: 'x' });
    expect(keys.jwks().keys).toEqual([expect.objectContaining({ kid, kty: 'EC', use: 'sig' })]);
    expect(JSON.stringify(keys.jwks())).not.toContain('"d"');
  });

  it('keeps checking the expiry of a token it has seen', async () => {
    let now = clock.now();
    const keys = await createKeys({ secrets: secrets(), clock: { now: () => now } });
    const token = await keys.sign({ sub: 'x', exp: seconds + 60 });
    await keys.verify(token);
    now += 61_000;
    await expect(keys.verify(token)).rejects.toThrow();
  });

  it('has stable API keys of at least 100 characters that verify', async () => {
    const first = await createKeys({ secrets: secrets(), clock });
    const again = await createKeys({ secrets: secrets(), clock });
    expect(again.anonKey).toBe(first.anonKey);
    expect(again.serviceRoleKey).toBe(first.serviceRoleKey);
    expect(Math.min(first.anonKey.length, first.serviceRoleKey.length)).toBeGreaterThanOrEqual(100);
    expect(await first.verify(first.anonKey)).toMatchObject({ role: 'anon' });
    expect(await first.verify(first.serviceRoleKey)).toMatchObject({ role: 'service_role' });
  });

  it('accepts several keys while rotating, and signs with the first private one', async () => {
    const [old, fresh] = [await ecKey('old'), await ecKey('fresh')];
    const before = await createKeys({ secrets: secrets(), clock, jwtKeys: JSON.stringify({ keys: [old] }) });
    const token = await before.sign({ sub: 'x', exp: seconds + 60 });
    const { d: _d, ...oldPublic } = old;
    const rotated = await createKeys({
      secrets: secrets(),
      clock,
      jwtKeys: JSON.stringify({ keys: [oldPublic, fresh] }),
    });
    expect(await rotated.verify(token)).toMatchObject({ sub: 'x' });
    expect(decodeProtectedHeader(await rotated.sign({ exp: seconds + 60 })).kid).toBe('fresh');
    const after = await createKeys({ secrets: secrets(), clock, jwtKeys: JSON.stringify({ keys: [fresh] }) });
    await expect(after.verify(token)).rejects.toThrow();
  });

  it('signs with HS256 when a secret is configured and still verifies ES256', async () => {
    const es = await createKeys({ secrets: secrets(), clock });
    const hs = await createKeys({ secrets: secrets(), clock, jwtSecret });
    expect(decodeProtectedHeader(await hs.sign({ exp: seconds + 60 })).alg).toBe('HS256');
    expect(await hs.verify(await es.sign({ sub: 'x', exp: seconds + 60 }))).toMatchObject({ sub: 'x' });
    expect(JSON.stringify(hs.jwks())).not.toContain('oct');
    expect(hs.anonKey).not.toBe(es.anonKey);
  });

  it('says what is wrong with the configuration', async () => {
    const start = (extra: object) => createKeys({ secrets: secrets(), clock, ...extra });
    await expect(start({ jwtSecret: 'short' })).rejects.toThrow('JWT_SECRET is too short');
    await expect(start({ jwtKeys: 'nope' })).rejects.toThrow('JWT_KEYS is not JSON');
    await expect(start({ jwtKeys: '{"keys":[]}' })).rejects.toThrow('signing keys are not valid');
    await expect(start({ anonKey: 'short' })).rejects.toThrow('ANON_KEY is too short');
    const keys = await start({});
    await expect(start({ anonKey: keys.serviceRoleKey })).rejects.toThrow('must be a token of role anon');
  });
});

describe('createFileSecretStore', () => {
  it('gives everybody the value of whoever came first, in files of mode 600', async () => {
    let made = 0;
    const make = async () => ++made;
    const values = await Promise.all(Array.from({ length: 8 }, () => secrets().getOrCreate('number', make)));
    expect(new Set(values).size).toBe(1);
    expect(await secrets().getOrCreate('number', make)).toBe(values[0]);
    expect((await readdir(directory)).sort()).toEqual(['number.json']);
    expect((await stat(join(directory, 'number.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('does not replace a damaged secret, and takes no path for a name', async () => {
    await secrets().getOrCreate('number', async () => 1);
    await writeFile(join(directory, 'number.json'), '{');
    await expect(secrets().getOrCreate('number', async () => 2)).rejects.toThrow('damaged');
    await expect(secrets().getOrCreate('../number', async () => 2)).rejects.toThrow('not a name');
  });
});
