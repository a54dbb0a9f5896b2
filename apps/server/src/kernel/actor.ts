/**
 * Who is asking. Made only by the authentication middleware (from a verified token) or by the testkit;
 * `db.asActor` turns it into a database role and `request.jwt.claims`, and row-level security does the rest.
 */
export type Actor = AnonActor | UserActor | ServiceActor;

/** Verified JWT claims, as PostgREST hands them to the database in `request.jwt.claims`. */
export type Claims = Readonly<Record<string, unknown>>;

export interface AnonActor {
  readonly role: 'anon';
  readonly claims: Claims;
}

export interface UserActor {
  readonly role: 'authenticated';
  /** `auth.users.id`, the token's `sub`. */
  readonly userId: string;
  readonly email: string | null;
  /** `auth.sessions.id`; absent on tokens that were minted without a session (tests, other issuers). */
  readonly sessionId: string | null;
  readonly claims: Claims;
}

/** The bearer of the service_role key. Never a browser. */
export interface ServiceActor {
  readonly role: 'service_role';
  readonly claims: Claims;
}

export const anonActor: AnonActor = { role: 'anon', claims: { role: 'anon' } };

/** The least a user's claims need for row-level security; used where the server acts for a user it has verified itself. */
export function userActor(userId: string, email: string | null = null): UserActor {
  return {
    role: 'authenticated',
    userId,
    email,
    sessionId: null,
    claims: { sub: userId, role: 'authenticated', ...(email ? { email } : {}) },
  };
}
