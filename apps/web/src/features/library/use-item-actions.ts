import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type ArticleState,
  deleteItems,
  fileArticles,
  type ItemKey,
  type LibraryItem,
  trashNotes,
} from '../../data/library.ts';
import { hideItems, showItems } from '../../runtime/hidden-items.ts';
import { doUndoably } from '../../runtime/undoable-work.ts';
import { notify } from '../../ui/notifications.ts';
import { editRows, refetchLists, refreshLibrary } from './library-queries.ts';

export const keyOf = ({ item_kind: kind, item_id: id }: Pick<LibraryItem, 'item_kind' | 'item_id'>): ItemKey => ({
  kind,
  id,
});
const ids = (items: readonly LibraryItem[], kind: LibraryItem['item_kind']) =>
  items.filter((item) => item.item_kind === kind).map((item) => item.item_id);
export const count = (items: readonly unknown[], one: string) =>
  items.length === 1 ? `1 ${one}` : `${new Intl.NumberFormat().format(items.length)} ${one}s`;

export type ItemActions = ReturnType<typeof createItemActions>;

export function useItemActions(): ItemActions {
  const client = useQueryClient();
  return useMemo(() => createItemActions(client), [client]);
}

/** What can be done with items. Each shows its effect at once and can be undone. */
export function createItemActions(client: QueryClient) {
  async function setState(items: readonly LibraryItem[], state: ArticleState, undoable: boolean): Promise<void> {
    const articles = items.filter((item) => item.item_kind === 'article' && item.state !== state);
    if (articles.length === 0) {
      if (undoable) notify({ type: 'info', message: 'Only articles can be archived.' });
      return;
    }
    editRows(client, articles.map(keyOf), (row) => ({ ...row, state }));
    const back = () => {
      const before = new Map(articles.map((item) => [item.item_id, item.state]));
      editRows(client, articles.map(keyOf), (row) => ({ ...row, state: before.get(row.item_id) ?? row.state }));
    };
    if (undoable) {
      notify({
        type: 'success',
        message: `${count(articles, 'article')} ${state === 'archived' ? 'archived' : 'taken out of the archive'}`,
        actions: [
          {
            label: 'Undo',
            onClick: () => {
              for (const before of ['unread', 'reading', 'archived'] as const) {
                const group = articles.filter((item) => item.state === before).map((item) => ({ ...item, state }));
                if (group.length > 0) void setState(group, before, false);
              }
            },
          },
        ],
        duration: 8000,
      });
    }
    try {
      await fileArticles(
        articles.map((item) => item.item_id),
        state,
      );
      refreshLibrary(client);
    } catch {
      back();
      notify({ type: 'error', message: 'This could not be saved. The articles are as they were.' });
    }
  }

  /** Notes go to the trash; articles and highlights are deleted when it can no longer be undone. */
  function remove(items: readonly LibraryItem[]): void {
    if (items.length === 0) return;
    const keys = items.map(keyOf);
    const notes = ids(items, 'note');
    hideItems('library', keys);
    showItems('trash', keys);
    // Notes are safe in the trash: they go there now.
    const trashing = notes.length > 0 ? trashNotes(notes, new Date().toISOString()) : Promise.resolve();
    trashing.then(
      () => refreshLibrary(client),
      () => {},
    );
    doUndoably({
      message:
        notes.length === items.length
          ? `${count(items, 'note')} moved to the trash`
          : `${count(items, 'item')} deleted`,
      failed: 'Not everything could be deleted. What is left is in your library.',
      deletes: [
        ...ids(items, 'article').map((id) => ({ table: 'articles' as const, id })),
        ...ids(items, 'highlight').map((id) => ({ table: 'highlights' as const, id })),
      ],
      finish: async () => {
        await trashing;
        await deleteItems('highlights', ids(items, 'highlight'));
        await deleteItems('articles', ids(items, 'article'));
        refreshLibrary(client);
        void client.invalidateQueries({ queryKey: ['search'] });
      },
      undo: () => {
        showItems('library', keys);
        if (notes.length > 0) {
          trashing
            .then(
              () => trashNotes(notes, null),
              () => {},
            )
            .then(() => refreshLibrary(client))
            .catch(() => {
              hideItems(
                'library',
                keys.filter(({ kind }) => kind === 'note'),
              );
              notify({ type: 'error', message: 'The notes could not be brought back. They are in the trash.' });
            });
        }
      },
    });
  }

  async function restore(items: readonly LibraryItem[]): Promise<void> {
    const keys = items.map(keyOf);
    const notes = ids(items, 'note');
    hideItems('trash', keys);
    try {
      await trashNotes(notes, null);
      showItems('library', keys);
      refetchLists(client);
      notify({
        type: 'success',
        message: `${count(items, 'note')} restored`,
        actions: [
          {
            label: 'Undo',
            onClick: () => {
              trashNotes(notes, new Date().toISOString()).then(
                () => {
                  showItems('trash', keys);
                  refetchLists(client);
                },
                () => notify({ type: 'error', message: 'This could not be undone. The notes are in your library.' }),
              );
            },
          },
        ],
        duration: 8000,
      });
    } catch {
      showItems('trash', keys);
      notify({ type: 'error', message: 'The notes could not be restored. They are still in the trash.' });
    }
  }

  const archive = (items: readonly LibraryItem[]) => {
    const articles = items.filter((item) => item.item_kind === 'article');
    const all = articles.length > 0 && articles.every((item) => item.state === 'archived');
    return setState(items, all ? 'unread' : 'archived', true);
  };

  return { archive, remove, restore };
}
