import { createHash } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { SecretStore } from './secret-store.ts';

const privateJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().min(40),
  y: z.string().min(40),
  /** Absent on keys that only verify (rotated out). */
  d: z.string().min(40).optional(),
  kid: z.string().min(1).max(128),
});
const jwkSetSchema = z.object({ keys: z.array(privateJwkSchema).min(1).max(10) });
export type EcJwk = z.infer<typeof privateJwkSchema>;

export type SigningKey = { alg: 'ES256'; kid: string; key: CryptoKey } | { alg: 'HS256'; kid: string; key: Uint8Array };

export interface SigningKeys {
  signing: SigningKey;
  /** By `kid`; the signing key's public half is among them. */
  verifying: ReadonlyMap<string, CryptoKey>;
  sharedSecret: Uint8Array | undefined;
  publicJwks: JWK[];
}

const importEcKey = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('not an EC key');
  return key;
};

async function makeJwkSet() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { keys: [{ kty: 'EC', crv: 'P-256', x: String(jwk.x), y: String(jwk.y), d: String(jwk.d), kid }] };
}

function parseConfigured(jwtKeys: string): unknown {
  try {
    return JSON.parse(jwtKeys);
  } catch (cause) {
    throw new Error('JWT_KEYS is not JSON: expected {"keys":[…]} with EC P-256 keys', { cause });
  }
}

/**
 * The first key with a private half signs; every key verifies. To rotate: put a new key in front, keep the old one
 * until its last token has expired, then remove it. With a shared secret HS256 signs and the EC keys only verify.
 */
export async function loadSigningKeys(options: {
  secrets: SecretStore;
  jwtKeys: string | undefined;
  jwtSecret: string | undefined;
}): Promise<SigningKeys> {
  const { secrets, jwtKeys, jwtSecret } = options;
  if (jwtSecret !== undefined && Buffer.byteLength(jwtSecret) < 32) {
    throw new Error('JWT_SECRET is too short: at least 32 bytes');
  }
  const stored = jwtKeys ? parseConfigured(jwtKeys) : await secrets.getOrCreate('jwt_keys', makeJwkSet);
  const parsed = jwkSetSchema.safeParse(stored);
  if (!parsed.success) {
    const problem = parsed.error.issues[0];
    throw new Error(`The signing keys are not valid: ${problem?.path.join('.')}: ${problem?.message}`);
  }

  const verifying = new Map<string, CryptoKey>();
  const publicJwks: JWK[] = [];
  let signing: SigningKey | undefined;
  for (const { d, ...publicPart } of parsed.data.keys) {
    if (verifying.has(publicPart.kid)) throw new Error(`The signing keys name "${publicPart.kid}" twice`);
    verifying.set(publicPart.kid, await importEcKey(publicPart));
    publicJwks.push({ ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'] });
    if (d && !signing) signing = { alg: 'ES256', kid: publicPart.kid, key: await importEcKey({ ...publicPart, d }) };
  }
  if (jwtSecret !== undefined) {
    const sharedSecret = new TextEncoder().encode(jwtSecret);
    const kid = createHash('sha256').update(sharedSecret).digest('hex').slice(0, 16);
    return { signing: { alg: 'HS256', kid, key: sharedSecret }, verifying, sharedSecret, publicJwks };
  }
  if (!signing) throw new Error('The signing keys have no private key: nothing could be signed');
  return { signing, verifying, sharedSecret: undefined, publicJwks };
}
