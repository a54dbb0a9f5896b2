import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deleteHighlight, type Highlight, type HighlightColour, saveHighlight } from '../../data/highlights.ts';
import { type ArticleView, offsetsOf, readingOf } from '../../lib/article-view.ts';
import { longestQuote, makeLocator } from '../../lib/make-locator.ts';
import { newId } from '../../lib/new-id.ts';
import { useNotifications } from '../../ui/notification-provider.tsx';
import { choose } from './active-highlight.ts';
import { chunksQuery, highlightsQuery } from './highlight-queries.ts';
import { placeHighlights } from './place-highlights.ts';

/** The highlights of the open article. Every change is seen at once and taken back when the server refuses it. */
export function useHighlights(view: ArticleView) {
  const { articleId, root } = view;
  const client = useQueryClient();
  const notifications = useNotifications();
  const query = useQuery(highlightsQuery(articleId));
  const chunks = useQuery(chunksQuery(articleId)).data;
  const highlights = query.data;
  const placed = useMemo(
    () => placeHighlights(readingOf(root).text, highlights ?? [], chunks ?? []),
    [root, highlights, chunks],
  );

  const actions = useMemo(() => {
    const { queryKey } = highlightsQuery(articleId);
    const change = (edit: (all: Highlight[]) => Highlight[]) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all: Highlight[] | undefined) => edit(all ?? []));
    };
    const put = (highlight: Highlight) => change((all) => [...all.filter(({ id }) => id !== highlight.id), highlight]);
    const drop = (id: string) => change((all) => all.filter((highlight) => highlight.id !== id));
    const current = (id: string) => client.getQueryData(queryKey)?.find((highlight) => highlight.id === id);

    const send = async (
      id: string,
      what: string,
      work: () => Promise<void>,
      takeBack: () => void,
      again: () => void,
    ) => {
      try {
        await inTurn(id, work);
      } catch {
        takeBack();
        notifications.notify({
          type: 'error',
          message: `${what} Check your connection.`,
          persistent: true,
          actions: [{ label: 'Try again', onClick: again }],
        });
      }
    };
    const add = (highlight: Highlight): void => {
      put(highlight);
      void send(
        highlight.id,
        'The highlight could not be saved.',
        () => saveHighlight(highlight),
        () => drop(highlight.id),
        () => add(highlight),
      );
    };
    const update = (id: string, fields: Partial<Pick<Highlight, 'colour' | 'comment'>>): void => {
      const before = current(id);
      if (!before) return;
      const after = { ...before, ...fields };
      put(after);
      void send(
        id,
        'The highlight could not be changed.',
        () => saveHighlight(after),
        () => put(before),
        () => update(id, fields),
      );
    };
    const remove = (id: string): void => {
      const before = current(id);
      if (!before) return;
      drop(id);
      choose(null);
      void send(
        id,
        'The highlight could not be deleted.',
        () => deleteHighlight(id),
        () => put(before),
        () => remove(id),
      );
      notifications.notify({
        type: 'info',
        message: before.comment ? 'Highlight and comment deleted' : 'Highlight deleted',
        duration: 8000,
        actions: [{ label: 'Undo', onClick: () => add(before) }],
      });
    };
    /** Marks a range of the page. Says why when it cannot. */
    const mark = (range: Range, colour: HighlightColour): Highlight | null => {
      const place = offsetsOf(root, range);
      const { text } = readingOf(root);
      const locator = place
        ? makeLocator(text, place.start, place.end, client.getQueryData(chunksQuery(articleId).queryKey))
        : null;
      if (!locator) {
        if (place && place.end - place.start > longestQuote)
          notifications.notify({
            type: 'warning',
            message: 'That is too much for one highlight. Select a shorter passage.',
          });
        return null;
      }
      const highlight: Highlight = {
        id: newId(),
        article_id: articleId,
        locator,
        colour,
        comment: null,
        created_at: new Date().toISOString(),
      };
      add(highlight);
      return highlight;
    };
    return { add, update, remove, mark };
  }, [articleId, client, root, notifications]);

  return { query, placed, ...actions };
}

const turns = new Map<string, Promise<unknown>>();

/** An undo must not overtake the deletion it takes back. */
function inTurn(id: string, work: () => Promise<void>): Promise<void> {
  const mine = (turns.get(id) ?? Promise.resolve()).then(work, work);
  const settled = mine.catch(() => undefined);
  turns.set(id, settled);
  void settled.then(() => {
    if (turns.get(id) === settled) turns.delete(id);
  });
  return mine;
}

export type HighlightActions = ReturnType<typeof useHighlights>;
