import type { Article } from '../../data/articles.ts';
import { useScreenCommands } from '../../runtime/screen-commands.ts';
import type { useArticleState } from './use-article-state.ts';
import { step } from './use-reader-keys.ts';

interface ReaderCommands {
  article: Article;
  root: HTMLElement | null;
  filing: ReturnType<typeof useArticleState>;
  /** Opens what stands beside the text. */
  onPanel: (tab: 'contents' | 'highlights' | 'ask') => void;
  onSettings: () => void;
  onTags: () => void;
  onDelete: () => void;
}

const bySelf = { keysOnly: true, run: () => {} } as const;

/** What can be done in the reader, and its keys. */
export function useReaderCommands(on: ReaderCommands): void {
  const { article, root, filing } = on;
  const { state } = filing;
  useScreenCommands([
    { id: 'ask-article', title: 'Ask about this article', run: () => on.onPanel('ask') },
    { id: 'contents', title: 'Contents', screenKeys: 't', run: () => on.onPanel('contents') },
    { id: 'highlight-list', title: 'Highlights of this article', run: () => on.onPanel('highlights') },
    {
      id: 'reading-settings',
      title: 'Reading settings',
      keywords: ['text size', 'typeface', 'width'],
      run: on.onSettings,
    },
    {
      id: 'archive',
      title: state === 'archived' ? 'Move out of the archive' : 'Archive',
      keywords: ['mark as read', 'done'],
      run: () => filing.file(state === 'archived' ? 'reading' : 'archived'),
    },
    ...(state === 'unread' ? [] : [{ id: 'unread', title: 'Mark as unread', run: () => filing.file('unread') }]),
    { id: 'tags', title: 'Tags of this article', keywords: ['add tag', 'label'], run: on.onTags },
    {
      id: 'original',
      title: 'Original page',
      keywords: ['open', 'web page'],
      run: () => void window.open(article.url, '_blank', 'noopener,noreferrer'),
    },
    { id: 'delete-article', title: 'Delete this article', keywords: ['remove'], run: on.onDelete },
    { id: 'next-paragraph', title: 'Next paragraph', screenKeys: 'j', run: () => root && step(root, 1) },
    { id: 'previous-paragraph', title: 'Previous paragraph', screenKeys: 'k', run: () => root && step(root, -1) },
    { id: 'one-screen', title: 'One screen on', screenKeys: 'space', ...bySelf },
    { id: 'screen-back', title: 'One screen back', screenKeys: 'shift+space', ...bySelf },
    { id: 'select-words', title: 'Select in the paragraph, word by word', screenKeys: 'shift+right', ...bySelf },
    { id: 'select-lines', title: 'Select line by line', screenKeys: 'shift+down', ...bySelf },
    {
      id: 'select-from',
      title: 'Move the beginning of the selection',
      screenKeys: 'alt+shift+right',
      ...bySelf,
    },
    { id: 'let-go', title: 'Let go of the selection', screenKeys: 'esc', ...bySelf },
  ]);
}
