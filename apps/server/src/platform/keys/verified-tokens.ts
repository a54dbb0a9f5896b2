import type { Claims } from '../../kernel/actor.ts';

/**
 * Tokens whose signature has been checked already: checking ES256 costs more than most queries.
 * Bounded, least recently used first out; expiry is checked again on every use.
 */
export function createVerifiedTokens(capacity: number) {
  const seen = new Map<string, { claims: Claims; expiresAt: number }>();
  return {
    get(token: string, now: number): Claims | undefined {
      const entry = seen.get(token);
      if (!entry) return undefined;
      seen.delete(token);
      if (entry.expiresAt <= now) return undefined;
      seen.set(token, entry);
      return entry.claims;
    },
    remember(token: string, claims: Claims, expiresAt: number): void {
      seen.set(token, { claims, expiresAt });
      if (seen.size <= capacity) return;
      const oldest = seen.keys().next().value;
      if (oldest !== undefined) seen.delete(oldest);
    },
  };
}
