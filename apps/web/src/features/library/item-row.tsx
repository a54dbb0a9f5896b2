import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { FileText, Highlighter, Newspaper } from 'lucide-react';
import { memo } from 'react';
import type { LibraryItem } from '../../data/library.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { itemPlace } from './item-link.ts';

const icons = { article: Newspaper, note: FileText, highlight: Highlighter };
const kindNames = { article: 'Article', note: 'Note', highlight: 'Highlight' };
const stateNames = { unread: 'Unread', reading: 'Reading', archived: 'Archived' };
const colours = {
  yellow: 'bg-mark-yellow',
  green: 'bg-mark-green',
  blue: 'bg-mark-blue',
  pink: 'bg-mark-pink',
};
const mostTags = 2;

interface ItemRowProps {
  item: LibraryItem;
  index: number;
  /** How many there are in all, also those not fetched yet; -1 while nobody knows. */
  total: number;
  selected: boolean;
  tagNames: ReadonlyMap<string, string>;
  /** In the trash nothing is opened. */
  openable: boolean;
  onToggle: (index: number, range: boolean) => void;
}

export const titleOf = ({ title }: LibraryItem) => title.trim() || 'Untitled note';

/** One row of fixed height: the list is never measured while it scrolls. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, index, total, selected, tagNames, openable, onToggle } = props;
  const Icon = icons[item.item_kind];
  const title = titleOf(item);
  const about = aboutOf(item);
  const tags = item.tag_ids.flatMap((id) => tagNames.get(id) ?? []);
  const percent = item.progress === null ? 0 : Math.round(item.progress * 100);
  return (
    // biome-ignore lint/a11y/useSemanticElements: what virtualises the rows wraps them, so they cannot be children of a list element
    <div
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={total}
      data-row={index}
      className={clsx(
        'group relative flex h-24 scroll-mt-20 scroll-mb-24 items-center gap-1 border-b border-line pe-2 sm:h-18 sm:gap-2 sm:pe-4',
        selected ? 'bg-accent-soft' : 'hover:bg-surface',
      )}
    >
      <label className="relative z-1 grid size-11 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          checked={selected}
          onChange={() => {}}
          onClick={(event) => onToggle(index, event.shiftKey)}
          aria-label={`Select ${title}`}
          className="size-5 accent-(--accent) pointer-fine:size-4"
        />
      </label>
      <span
        className={clsx(
          'grid size-8 shrink-0 place-items-center rounded-10 text-ink-muted max-sm:hidden',
          item.colour ? `${colours[item.colour]} text-ink` : 'bg-surface',
        )}
      >
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex min-w-0 items-center gap-2" lang={item.language ?? undefined}>
          {openable ? (
            <Link
              {...itemPlace(item)}
              preload={false}
              dir="auto"
              className="line-clamp-2 min-w-0 rounded-6 font-medium wrap-anywhere after:absolute after:inset-0 sm:line-clamp-1"
            >
              <span className="sr-only">{kindNames[item.item_kind]}: </span>
              {title}
            </Link>
          ) : (
            <span
              dir="auto"
              tabIndex={-1}
              data-row-title
              className="line-clamp-2 min-w-0 font-medium wrap-anywhere sm:line-clamp-1"
            >
              {title}
            </span>
          )}
        </p>
        <p className="flex min-w-0 items-center gap-2 text-13 text-ink-muted">
          <Icon aria-hidden className="size-3.5 shrink-0 sm:hidden" />
          {item.state && item.state !== 'unread' ? <Badge>{stateNames[item.state]}</Badge> : null}
          {about ? (
            <span dir="auto" className="truncate">
              {about}
            </span>
          ) : null}
          {tags.slice(0, mostTags).map((name) => (
            <Badge key={name} tone="accent" className="max-w-32 shrink-0 max-lg:hidden">
              <span dir="auto" className="truncate">
                {name}
              </span>
            </Badge>
          ))}
          {tags.length > 0 ? (
            <span className="shrink-0 tabular-nums lg:hidden" aria-hidden>
              #{tags.length}
            </span>
          ) : null}
          {tags.length > mostTags ? <span className="shrink-0 max-lg:hidden">+{tags.length - mostTags}</span> : null}
        </p>
      </div>
      <div className="grid min-w-18 shrink-0 justify-items-end gap-1 text-13 text-ink-muted tabular-nums sm:min-w-24">
        <time dateTime={item.created_at} title={formatMoment(item.created_at)} className="whitespace-nowrap">
          {formatAgo(item.created_at, Date.now(), 'short')}
        </time>
        {percent > 0 ? (
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="h-1 w-8 overflow-hidden rounded-full bg-line max-sm:hidden">
              <span className="block h-full bg-accent" style={{ inlineSize: `${percent}%` }} />
            </span>
            <span>
              {percent}%<span className="sr-only"> read</span>
            </span>
          </span>
        ) : item.reading_minutes ? (
          <span>{item.reading_minutes} min</span>
        ) : null}
      </div>
    </div>
  );
});

function aboutOf(item: LibraryItem): string {
  const parts =
    item.item_kind === 'article'
      ? [item.source, item.preview]
      : item.item_kind === 'note'
        ? [item.preview, item.article_title]
        : [item.preview, item.article_title];
  return parts
    .map((part) => part?.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' · ');
}
