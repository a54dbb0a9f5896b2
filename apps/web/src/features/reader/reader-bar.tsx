import { Archive, ArchiveRestore, Ellipsis, ExternalLink, Keyboard, Tag, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Article } from '../../data/articles.ts';
import { runCommand } from '../../runtime/commands.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { useArticleState } from './use-article-state.ts';

interface ReaderBarProps {
  article: Article;
  fraction: number;
  filing: ReturnType<typeof useArticleState>;
  settings: ReactNode;
  onTags: () => void;
  onDelete: () => void;
  /** Opens what stands beside the text. */
  panelButtons: ReactNode;
}

/** Stays in view: where one is, and what can be done. */
export function ReaderBar({ article, fraction, filing, settings, onTags, onDelete, panelButtons }: ReaderBarProps) {
  const percent = Math.round(fraction * 100);
  const left = Math.ceil((article.reading_minutes ?? 0) * (1 - fraction));
  const archived = filing.state === 'archived';
  return (
    <div data-reader-bar className="sticky top-(--top-bar) z-10 border-b border-line bg-paper font-sans">
      <div className="flex min-h-12 items-center gap-0.5 px-1 sm:px-4">
        <BackButton parent="/pkm-hub" />
        <p className="min-w-0 flex-1 truncate px-1 text-13 text-ink-muted tabular-nums">
          {percent}%<span className="max-sm:hidden"> read{left > 0 ? ` · ${left} min left` : ''}</span>
        </p>
        {panelButtons}
        {settings}
        <Menu
          align="end"
          trigger={<IconButton label="More" icon={<Ellipsis aria-hidden />} />}
          items={[
            {
              label: archived ? 'Move out of the archive' : 'Archive',
              icon: archived ? <ArchiveRestore /> : <Archive />,
              onSelect: () => filing.file(archived ? 'reading' : 'archived'),
            },
            ...(filing.state === 'unread' ? [] : [{ label: 'Mark as unread', onSelect: () => filing.file('unread') }]),
            {
              label: 'Original page',
              icon: <ExternalLink />,
              onSelect: () => void window.open(article.url, '_blank', 'noopener,noreferrer'),
            },
            { label: 'Tags', icon: <Tag />, onSelect: onTags },
            {
              label: 'Keyboard shortcuts',
              icon: <Keyboard />,
              shortcut: '?',
              onSelect: () => runCommand('shortcuts'),
            },
            {
              label: 'Delete',
              icon: <Trash2 />,
              danger: true,
              separated: true,
              onSelect: onDelete,
            },
          ]}
        />
      </div>
      <div
        role="progressbar"
        aria-label="Read"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="absolute inset-x-0 -bottom-px h-0.5"
      >
        <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
