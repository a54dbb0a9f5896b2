export interface RolloutIdentity {
  host: string;
  /** What the storage holds under `user_id`; nothing here writes it. */
  userId: string | null;
  userAgent: string;
}

/**
 * A number from 0 to 99 that stays the same for the same browser: those under the rollout's percentage are in it.
 * The 32-bit hash of Fowler, Noll and Vo (FNV-1a) over the three parts, modulo 100.
 */
export function rolloutBucket({ host, userId, userAgent }: RolloutIdentity): number {
  let hash = 0x811c9dc5;
  for (const character of `${host}\n${userId ?? ''}\n${userAgent}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % 100;
}
