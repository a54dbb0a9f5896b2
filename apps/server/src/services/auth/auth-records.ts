import type { OneTimeTokenType } from './domain/mail-link-type.ts';

/** Rows of schema `auth` as the stores hand them out. Times are Dates; null as in the database. */
export interface UserRecord {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  is_anonymous: boolean;
  identities: IdentityRecord[];
  factors: FactorRecord[];
}

export interface IdentityRecord {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
}

export interface FactorRecord {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
}

export interface SessionRecord {
  id: string;
  user_id: string;
  not_after: Date | null;
}

export interface RefreshTokenRecord {
  id: string;
  token: string;
  parent: string | null;
  revoked: boolean;
  updated_at: Date;
  session_id: string | null;
}

export interface OneTimeTokenRecord {
  id: string;
  user_id: string;
  token_type: OneTimeTokenType;
  token_hash: string;
  relates_to: string;
  created_at: Date;
}

export interface FlowStateRecord {
  id: string;
  user_id: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  authentication_method: string;
  created_at: Date;
  auth_code_issued_at: Date | null;
}

/** A session with its tokens, as handed out once. */
export interface IssuedSession {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  expiresAtSeconds: number;
  user: UserRecord;
  weakPassword?: { message: string; reasons: readonly string[] };
}

/** What became of a sign-up. */
export type SignedUp =
  /** Accounts are confirmed at once. */
  | { kind: 'session'; session: IssuedSession }
  /** A mail is on its way. */
  | { kind: 'unconfirmed'; user: UserRecord }
  /** The address has an account: the answer invents one, so that nobody learns it from us. */
  | { kind: 'invented'; id: string; email: string; userMetadata: Record<string, unknown>; now: Date };
