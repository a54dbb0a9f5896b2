import type { Grant } from './grant.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from './pkce-grant.ts';
import { refreshTokenGrant } from './refresh-token-grant.ts';

export const grants: ReadonlyMap<string, Grant> = new Map([
  ['password', passwordGrant],
  ['refresh_token', refreshTokenGrant],
  ['pkce', pkceGrant],
]);
