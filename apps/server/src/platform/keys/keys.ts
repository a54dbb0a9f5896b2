import type { JSONWebKeySet } from 'jose';
import type { Claims } from '../../kernel/actor.ts';

/** Signs and verifies this server's tokens. ES256 from the start; HS256 when configured (`JWT_SECRET`). */
export interface Keys {
  sign(claims: Record<string, unknown>): Promise<string>;
  /** Verifies signature and expiry and returns the claims; rejects otherwise. Chooses the key by `kid`, else the shared secret. */
  verify(token: string): Promise<Claims>;
  /** Public keys only; never a symmetric one. */
  jwks(): JSONWebKeySet;
  /** JWTs of role `anon` and `service_role`, at least 100 characters each. */
  readonly anonKey: string;
  readonly serviceRoleKey: string;
}
