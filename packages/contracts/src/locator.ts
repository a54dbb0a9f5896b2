import { z } from 'zod';

/**
 * A place in an item's text. `quote` is the exact text; `prefix` and `suffix` are up to 32 characters around it;
 * `chunkHash` is the hex SHA-256 of the chunk it was found in. Whoever opens a locator looks for
 * prefix+quote+suffix first, then for the quote nearest to where the chunk was, then says that it is gone.
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
