import { z } from 'zod';

/**
 * A place in an item's text. `quote` is the exact text; `prefix` and `suffix` are up to 32 characters around it;
 * `chunkHash` is the hex SHA-256 of the chunk it was found in. Whoever opens a locator uses
 * `anchor.ts`: the exact quote with its surroundings, then in its chunk, then the likeliest place of a text that changed; else it is
 * said to be gone, and kept.
 */
export const locatorSchema = z.object({
  quote: z.string().min(1).max(4000),
  prefix: z.string().max(32),
  suffix: z.string().max(32),
  chunkHash: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Locator = z.infer<typeof locatorSchema>;

export const itemKinds = ['note', 'article', 'highlight'] as const;
export type ItemKind = (typeof itemKinds)[number];
