import { Link, useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, ArrowLeft, Ellipsis, ExternalLink, Keyboard, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Article } from '../../data/articles.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SettingsPopover } from './settings-popover.tsx';
import type { useArticleState } from './use-article-state.ts';
import { useDeleteArticle } from './use-delete-article.ts';

interface ReaderBarProps {
  article: Article;
  fraction: number;
  filing: ReturnType<typeof useArticleState>;
  onHelp: () => void;
  /** Opens what stands beside the text. */
  panelButtons: ReactNode;
}

/** Stays in view: where one is, and what can be done. */
export function ReaderBar({ article, fraction, filing, onHelp, panelButtons }: ReaderBarProps) {
  const navigate = useNavigate();
  const deleteArticle = useDeleteArticle();
  const percent = Math.round(fraction * 100);
  const left = Math.ceil((article.reading_minutes ?? 0) * (1 - fraction));
  const archived = filing.state === 'archived';
  return (
    <div data-reader-bar className="sticky top-(--top-bar) z-10 border-b border-line bg-paper font-sans">
      <div className="flex min-h-12 items-center gap-0.5 px-1 sm:px-4">
        <Link
          to="/pkm-hub"
          aria-label="PKM Hub"
          className="grid size-11 shrink-0 place-items-center rounded-10 text-ink-muted hover:bg-accent-soft hover:text-ink pointer-fine:size-8"
        >
          <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        </Link>
        <p className="min-w-0 flex-1 truncate px-1 text-13 text-ink-muted tabular-nums">
          {percent}%<span className="max-sm:hidden"> read{left > 0 ? ` · ${left} min left` : ''}</span>
        </p>
        {panelButtons}
        <SettingsPopover />
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
            { label: 'Keyboard shortcuts', icon: <Keyboard />, shortcut: '?', onSelect: onHelp },
            {
              label: 'Delete',
              icon: <Trash2 />,
              danger: true,
              separated: true,
              onSelect: () => {
                deleteArticle(article);
                void navigate({ to: '/pkm-hub' });
              },
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
