import { useQueryClient } from '@tanstack/react-query';
import { deleteArticle } from '../../data/articles.ts';
import { hideItems, showItems } from '../../runtime/hidden-items.ts';
import { doUndoably } from '../../runtime/undoable-work.ts';

/** The article is gone from every list at once, and deleted when nobody can want it back any more. */
export function useDeleteArticle(): (article: { id: string; title: string }) => void {
  const client = useQueryClient();
  return ({ id, title }) => {
    const item = [{ kind: 'article', id }] as const;
    hideItems('library', item);
    doUndoably({
      message: `Deleted “${title}”`,
      failed: `“${title}” could not be deleted. It is still in your library.`,
      deletes: [{ table: 'articles', id }],
      finish: async () => {
        await deleteArticle(id);
        client.removeQueries({ queryKey: ['articles', 'one', id] });
        void client.invalidateQueries({ queryKey: ['library'] });
        void client.invalidateQueries({ queryKey: ['search'] });
      },
      undo: () => showItems('library', item),
    });
  };
}
