import type { IdentityRecord, IssuedSession, SignedUp, UserRecord } from './auth-records.ts';

const optional = (name: string, value: Date | string | null): Record<string, string> =>
  value === null ? {} : { [name]: value instanceof Date ? value.toISOString() : value };

const presentIdentity = (identity: IdentityRecord) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  last_sign_in_at: identity.last_sign_in_at,
  created_at: identity.created_at,
  updated_at: identity.updated_at,
  ...optional('email', identity.email),
});

/** GoTrue's user: absent rather than null. */
export function presentUser(user: UserRecord): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...optional('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...optional('phone_confirmed_at', user.phone_confirmed_at),
    ...optional('confirmed_at', user.confirmed_at),
    ...optional('invited_at', user.invited_at),
    ...optional('confirmation_sent_at', user.confirmation_sent_at),
    ...optional('recovery_sent_at', user.recovery_sent_at),
    ...optional('new_email', user.email_change),
    ...optional('email_change_sent_at', user.email_change_sent_at),
    ...optional('reauthentication_sent_at', user.reauthentication_sent_at),
    ...optional('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(presentIdentity),
    ...(user.factors.length > 0 ? { factors: user.factors } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...optional('banned_until', user.banned_until),
    is_anonymous: user.is_anonymous,
  };
}

/** The answer to a sign-up whose address is taken, when confirmation by mail is on. */
export function presentInventedUser(input: {
  id: string;
  email: string;
  userMetadata: Record<string, unknown>;
  now: Date;
}): Record<string, unknown> {
  const at = input.now.toISOString();
  return {
    id: input.id,
    aud: 'authenticated',
    role: '',
    email: input.email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: input.userMetadata,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}

export const presentSession = (session: IssuedSession): Record<string, unknown> => ({
  access_token: session.accessToken,
  token_type: 'bearer',
  expires_in: session.expiresInSeconds,
  expires_at: session.expiresAtSeconds,
  refresh_token: session.refreshToken,
  user: presentUser(session.user),
  ...(session.weakPassword ? { weak_password: session.weakPassword } : {}),
});

export function presentSignedUp(signedUp: SignedUp): Record<string, unknown> {
  if (signedUp.kind === 'session') return presentSession(signedUp.session);
  return signedUp.kind === 'unconfirmed' ? presentUser(signedUp.user) : presentInventedUser(signedUp);
}
