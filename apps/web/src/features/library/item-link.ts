import type { LibraryItem } from '../../data/library.ts';
import { locatorToHash } from '../../lib/locator-link.ts';

/** Where an item is opened: a highlight in its article, at its words. */
export function itemPlace(item: Pick<LibraryItem, 'item_kind' | 'item_id' | 'article_id' | 'locator'>): {
  to: string;
  hash?: string;
} {
  if (item.item_kind === 'note') return { to: `/note/${item.item_id}` };
  if (item.item_kind === 'article') return { to: `/article/${item.item_id}` };
  return item.locator
    ? { to: `/article/${item.article_id}`, hash: locatorToHash(item.locator) }
    : { to: `/article/${item.article_id}` };
}
