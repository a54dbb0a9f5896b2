import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { findNoteOfArticle, type Highlight } from '../../data/highlights.ts';
import { appendQuote, createNote, type Quote } from '../../data/notes.ts';
import type { ArticleView } from '../../lib/article-view.ts';
import { useNotifications } from '../../ui/notification-provider.tsx';

/** What can be done with a passage outside the article. */
export function useQuote({ articleId, title }: ArticleView) {
  const notifications = useNotifications();
  const navigate = useNavigate();
  return useMemo(() => {
    const copy = async ({ locator, comment }: Highlight) => {
      const quoted = locator.quote.replaceAll(/\n+/g, '\n> ');
      const text = `> ${quoted}\n\n— ${title}${comment ? `\n\n${comment}` : ''}\n`;
      try {
        await navigator.clipboard.writeText(text);
        notifications.notify({ type: 'success', message: 'Copied as a quote' });
      } catch {
        notifications.notify({ type: 'error', message: 'The browser did not allow copying.' });
      }
    };
    /** Into the note about this article; the first quote makes it. */
    const addToNote = async ({ id, locator }: Highlight) => {
      const quote: Quote = { text: locator.quote, articleId, locator, title, highlightId: id };
      try {
        const known = await findNoteOfArticle(articleId);
        if (known) await appendQuote(known.id, quote);
        const note = known ?? (await createNote({ title, articleId, blocks: [{ type: 'quote', quote }] }));
        notifications.notify({
          type: 'success',
          message: known ? `Added to “${known.title || 'Untitled note'}”` : 'Added to a new note',
          actions: [{ label: 'Open note', onClick: () => void navigate({ href: `/note/${note.id}` }) }],
        });
      } catch {
        notifications.notify({
          type: 'error',
          message: 'The quote could not be added. Check your connection and try again.',
        });
      }
    };
    return { copy, addToNote };
  }, [articleId, title, notifications, navigate]);
}
