import { type CryptoKey, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Keys } from './keys.ts';
import type { SecretStore } from './secret-store.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export interface KeysOptions {
  secrets: SecretStore;
  clock: Clock;
  /** `JWT_SECRET`: at least 32 bytes; sign with HS256 instead of ES256. */
  jwtSecret?: string | undefined;
  /** `JWT_KEYS`: a JWK set `{"keys":[…]}` with private EC P-256 keys instead of the stored ones; the first signs. */
  jwtKeys?: string | undefined;
  /** `ANON_KEY`, `SERVICE_ROLE_KEY`: instead of the ones made here. They must verify with the keys above. */
  anonKey?: string | undefined;
  serviceRoleKey?: string | undefined;
}

const tenYearsInSeconds = 10 * 365 * 24 * 3600;
const minimumKeyLength = 100;
const rememberedTokens = 2000;
const apiKeysSchema = z.object({ anonKey: z.string(), serviceRoleKey: z.string() });

/** Rejects with one clear sentence when the configuration cannot work. */
export async function createKeys(options: KeysOptions): Promise<Keys> {
  const { secrets, clock } = options;
  const keys = await loadSigningKeys({ secrets, jwtKeys: options.jwtKeys, jwtSecret: options.jwtSecret });
  const { signing, verifying, sharedSecret } = keys;
  const verified = createVerifiedTokens(rememberedTokens);

  const sign = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT(claims as JWTPayload)
      .setProtectedHeader({ alg: signing.alg, typ: 'JWT', ...(signing.alg === 'ES256' ? { kid: signing.kid } : {}) })
      .sign(signing.key);

  /** The header only chooses among our keys; each key accepts its own algorithm alone. */
  const keyFor = (token: string): { key: CryptoKey | Uint8Array; alg: string } => {
    const { kid, alg } = decodeProtectedHeader(token);
    const named = kid === undefined ? undefined : verifying.get(kid);
    if (named) return { key: named, alg: 'ES256' };
    if (sharedSecret && alg === 'HS256') return { key: sharedSecret, alg: 'HS256' };
    throw new errors.JWKSNoMatchingKey();
  };

  const verify = async (token: string) => {
    const now = clock.now();
    const known = verified.get(token, now);
    if (known) return known;
    const { key, alg } = keyFor(token);
    const { payload } = await jwtVerify(token, key, {
      algorithms: [alg],
      currentDate: new Date(now),
      requiredClaims: ['exp'],
    });
    verified.remember(token, payload, (payload.exp ?? 0) * 1000);
    return payload;
  };

  const makeApiKey = (role: string): Promise<string> => {
    const iat = Math.floor(clock.now() / 1000);
    return sign({ iss: 'cairn', role, iat, exp: iat + tenYearsInSeconds });
  };
  // Kept under the signing key's id, so that they stay the same over restarts and change with the key.
  const apiKeys = apiKeysSchema.parse(
    await secrets.getOrCreate(
      `api_keys_${signing.kid.toLowerCase().replace(/[^a-z0-9_-]/g, '_')}`.slice(0, 64),
      async () => ({
        anonKey: await makeApiKey('anon'),
        serviceRoleKey: await makeApiKey('service_role'),
      }),
    ),
  );

  const accept = async (name: string, role: string, key: string): Promise<string> => {
    if (key.length < minimumKeyLength) throw new Error(`${name} is too short: at least ${minimumKeyLength} characters`);
    const claims = await verify(key).catch((cause: unknown) => {
      throw new Error(`${name} does not verify with this server's signing keys, or has expired`, { cause });
    });
    if (claims.role !== role) throw new Error(`${name} must be a token of role ${role}`);
    return key;
  };

  return {
    sign,
    verify,
    jwks: () => ({ keys: keys.publicJwks.map((jwk) => ({ ...jwk })) }),
    anonKey: await accept('ANON_KEY', 'anon', options.anonKey ?? apiKeys.anonKey),
    serviceRoleKey: await accept('SERVICE_ROLE_KEY', 'service_role', options.serviceRoleKey ?? apiKeys.serviceRoleKey),
  };
}
