import type { AnyRouter } from '@tanstack/react-router';
import { searchLibrary } from '../../data/search.ts';
import type { FoundItem } from '../../features/commands/command-palette.tsx';
import { locatorToHash } from '../../lib/locator-link.ts';

const mostItems = 7;

/** The best finds of the library's own search, each opened at its match. */
export async function findInLibrary(router: AnyRouter, query: string, signal: AbortSignal): Promise<FoundItem[]> {
  const results = await searchLibrary(query, undefined, signal);
  return results.slice(0, mostItems).map((result) => ({
    id: result.item_id,
    kind: result.item_kind,
    title: result.title || 'Untitled note',
    open: () => {
      const path =
        result.item_kind === 'note' ? `/note/${result.item_id}` : `/article/${result.article_id ?? result.item_id}`;
      const hash = result.locator ? `#${locatorToHash(result.locator)}` : '';
      router.history.push(path + hash);
    },
  }));
}
