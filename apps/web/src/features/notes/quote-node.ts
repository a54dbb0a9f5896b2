import { Extension, type JSONContent } from '@tiptap/core';
import type { Quote } from '../../data/notes.ts';
import { locatorToHash } from '../../lib/locator-link.ts';

/** A blockquote remembers which highlight it came from. Its source is a link in its last paragraph. */
export const QuoteOrigin = Extension.create({
  name: 'quoteOrigin',
  addGlobalAttributes: () => [
    {
      types: ['blockquote'],
      attributes: {
        highlightId: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element) => element.getAttribute('data-highlight-id'),
          renderHTML: ({ highlightId }) => (highlightId ? { 'data-highlight-id': highlightId } : {}),
        },
      },
    },
  ],
});

/** What a dragged highlight carries. */
export const quoteDragType = 'application/x-cairn-quote';

export function quoteContent({ text, articleId, locator, title, highlightId }: Quote): JSONContent {
  const href = `/article/${articleId}#${locatorToHash(locator)}`;
  return {
    type: 'blockquote',
    attrs: { highlightId: highlightId ?? null },
    content: [
      ...text
        .split(/\n{2,}/u)
        .filter((part) => part.trim() !== '')
        .map((part) => ({ type: 'paragraph', content: [{ type: 'text', text: part.trim() }] })),
      {
        type: 'paragraph',
        content: [{ type: 'text', text: title?.trim() || 'Source', marks: [{ type: 'link', attrs: { href } }] }],
      },
    ],
  };
}

/** The quote in what was dropped, if it is one. */
export function readQuote(data: DataTransfer | null): Quote | null {
  const text = data?.getData(quoteDragType);
  if (!text) return null;
  try {
    return JSON.parse(text) as Quote;
  } catch {
    return null;
  }
}
