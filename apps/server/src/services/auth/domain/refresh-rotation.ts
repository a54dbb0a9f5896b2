/** What the rotation rule needs to know of a refresh token. Times in milliseconds since the epoch. */
export interface RotatingToken {
  token: string;
  parent: string | null;
  revoked: boolean;
  /** When it was revoked, if it is. */
  updatedAt: number;
}

export type RotationDecision =
  /** Revoke the presented token and issue its child. */
  | 'swap'
  /** The answer to an earlier use was lost on the way: hand out the active token again. */
  | 'return_active'
  /** Somebody uses an old token: a copy is in other hands. Revoke the whole session's tokens and refuse. */
  | 'reused';

export function decideRotation(
  presented: RotatingToken,
  active: RotatingToken | null,
  now: number,
  reuseIntervalMs: number,
): RotationDecision {
  if (!presented.revoked) return 'swap';
  if (active?.parent === presented.token) return 'return_active';
  return now <= presented.updatedAt + reuseIntervalMs ? 'swap' : 'reused';
}

const version1Shape = /^[a-z0-9]{12}$/;

/** Only what this server issues; a token of another shape cannot be one of ours. */
export const isRefreshTokenShape = (token: string): boolean => version1Shape.test(token);
