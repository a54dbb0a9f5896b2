import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Article } from '../../data/articles.ts';
import { type ArticleState, setArticleState } from '../../data/reading.ts';
import { useNotifications } from '../../ui/notification-provider.tsx';
import { articleQuery } from './reader-queries.ts';

const said: Record<ArticleState, string> = {
  archived: 'Archived',
  reading: 'Moved out of the archive',
  unread: 'Marked as unread',
};

/** unread → reading by reading; archived and back by hand. */
export function useArticleState({ id, state }: Article) {
  const client = useQueryClient();
  const notifications = useNotifications();

  const put = useCallback(
    async (next: ArticleState) => {
      const { queryKey } = articleQuery(id);
      const show = (value: ArticleState) =>
        client.setQueryData(queryKey, (article: Article | null | undefined) => article && { ...article, state: value });
      const before = client.getQueryData(queryKey)?.state ?? 'unread';
      show(next);
      try {
        await setArticleState(id, next);
        // Lists show the state too.
        void client.invalidateQueries({ queryKey: ['articles', 'list'] });
      } catch (error) {
        show(before);
        throw error;
      }
    },
    [client, id],
  );
  const file = useCallback(
    (next: ArticleState) => {
      put(next).then(
        () =>
          notifications.notify({
            type: 'success',
            message: said[next],
            actions: [{ label: 'Undo', onClick: () => void put(state).catch(() => undefined) }],
          }),
        () =>
          notifications.notify({
            type: 'error',
            message: 'That could not be saved. Check your connection and try again.',
          }),
      );
    },
    [put, state, notifications],
  );
  const startReading = useCallback(() => {
    if (client.getQueryData(articleQuery(id).queryKey)?.state === 'unread') void put('reading').catch(() => undefined);
  }, [client, id, put]);

  return useMemo(() => ({ state, file, startReading }), [state, file, startReading]);
}
