export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'
  | 'phone_change_token';

/** The `type` of /verify → which stored tokens it may redeem, in this order. */
const redeemable: Record<string, readonly OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

export const tokenTypesOf = (linkType: string): readonly OneTimeTokenType[] | null =>
  Object.hasOwn(redeemable, linkType) ? (redeemable[linkType] ?? null) : null;

/** Stored hashes of flows that were started with PKCE carry this prefix. */
export const pkcePrefix = 'pkce_';
