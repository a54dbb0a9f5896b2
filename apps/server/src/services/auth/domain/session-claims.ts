export interface AuthenticationMethod {
  method: string;
  /** Seconds since the epoch. */
  timestamp: number;
}

export type AssuranceLevel = 'aal1' | 'aal2';

const secondFactors = new Set(['totp', 'mfa/phone', 'mfa/webauthn']);

export const assuranceOf = (methods: readonly AuthenticationMethod[]): AssuranceLevel =>
  methods.some(({ method }) => secondFactors.has(method)) ? 'aal2' : 'aal1';

export interface ClaimsInput {
  issuer: string;
  user: {
    id: string;
    aud: string;
    role: string;
    email: string | null;
    phone: string | null;
    appMetadata: Record<string, unknown>;
    userMetadata: Record<string, unknown>;
    isAnonymous: boolean;
  };
  sessionId: string;
  /** Newest first. */
  methods: readonly AuthenticationMethod[];
  issuedAtSeconds: number;
  lifetimeSeconds: number;
}

export function accessTokenClaims(input: ClaimsInput): Record<string, unknown> {
  const { user, methods, issuedAtSeconds } = input;
  return {
    iss: input.issuer,
    sub: user.id,
    aud: user.aud,
    exp: issuedAtSeconds + input.lifetimeSeconds,
    iat: issuedAtSeconds,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: user.role,
    aal: assuranceOf(methods),
    amr: methods,
    session_id: input.sessionId,
    is_anonymous: user.isAnonymous,
  };
}
