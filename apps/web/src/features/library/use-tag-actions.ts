import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LibraryItem } from '../../data/library.ts';
import { addTag, createTag, deleteTag, mergeTags, removeTag, renameTag, type Tag } from '../../data/tags.ts';
import { newId } from '../../lib/new-id.ts';
import { doUndoably } from '../../runtime/undoable-work.ts';
import { notify } from '../../ui/notifications.ts';
import { editRows, itemTagsQuery, refetchLists, refreshLibrary, tagsQuery } from './library-queries.ts';
import { keyOf } from './use-item-actions.ts';

/** As much of an item as its tags need. */
export type Taggable = Pick<LibraryItem, 'item_kind' | 'item_id' | 'tag_ids'>;

const byName = (one: Tag, other: Tag) => one.name.localeCompare(other.name);
const words = (error: unknown, fallback: string) =>
  error instanceof Error && error.message ? error.message : fallback;

/** The tags by id, for names. */
export function useTagNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(tagsQuery);
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

/** Changes of tags: shown at once, taken back when the server refuses. */
export function useTagActions() {
  const client = useQueryClient();
  return useMemo(() => {
    const editTags = (edit: (tags: Tag[]) => Tag[]) => {
      const before = client.getQueryData(tagsQuery.queryKey);
      void client.cancelQueries({ queryKey: tagsQuery.queryKey });
      client.setQueryData(tagsQuery.queryKey, (tags) => edit(tags ?? []).sort(byName));
      return () => client.setQueryData(tagsQuery.queryKey, before);
    };
    const fail = (error: unknown) =>
      notify({ type: 'error', message: words(error, 'This could not be saved. The tags are as they were.') });

    /** Puts a tag on items, or takes it off. */
    async function put(tagId: string, items: readonly Taggable[], on: boolean): Promise<void> {
      const changed = items.filter((item) => item.tag_ids.includes(tagId) !== on);
      const carried = (ids: readonly string[], carry: boolean) => [
        ...ids.filter((id) => id !== tagId),
        ...(carry ? [tagId] : []),
      ];
      const apply = (carry: boolean) => {
        editRows(client, changed.map(keyOf), (row) => ({ ...row, tag_ids: carried(row.tag_ids, carry) }));
        for (const key of changed.map(keyOf)) {
          client.setQueryData(itemTagsQuery(key).queryKey, (ids) => ids && carried(ids, carry));
        }
      };
      apply(on);
      try {
        await (on ? addTag : removeTag)(tagId, changed.map(keyOf));
        refreshLibrary(client);
      } catch (error) {
        apply(!on);
        fail(error);
      }
    }

    return {
      put,
      async create(name: string, items: readonly Taggable[]): Promise<void> {
        const tag = { id: newId(), name };
        const back = editTags((tags) => [...tags, tag]);
        try {
          await createTag(tag);
        } catch (error) {
          back();
          fail(error);
          return;
        }
        if (items.length > 0) await put(tag.id, items, true);
      },
      async rename(tag: Tag): Promise<void> {
        const back = editTags((tags) => tags.map((each) => (each.id === tag.id ? tag : each)));
        await renameTag(tag).catch((error: unknown) => {
          back();
          fail(error);
        });
      },
      async merge(from: Tag, into: Tag): Promise<void> {
        const back = editTags((tags) => tags.filter(({ id }) => id !== from.id));
        try {
          await mergeTags(from.id, into.id);
          refreshLibrary(client);
          refetchLists(client);
          notify({ type: 'success', message: `“${from.name}” is part of “${into.name}” now` });
        } catch (error) {
          back();
          fail(error);
        }
      },
      remove(tag: Tag): void {
        const back = editTags((tags) => tags.filter(({ id }) => id !== tag.id));
        doUndoably({
          message: `Tag “${tag.name}” deleted`,
          failed: `The tag “${tag.name}” could not be deleted.`,
          deletes: [{ table: 'tags', id: tag.id }],
          finish: async () => {
            await deleteTag(tag.id);
            refreshLibrary(client);
          },
          undo: back,
        });
      },
    };
  }, [client]);
}
