import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ListProps {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Rows between hairlines, in one frame. */
export function List({ label, children, className }: ListProps) {
  return (
    <ul
      // biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list
      role="list"
      aria-label={label}
      className={clsx('divide-y divide-line overflow-hidden rounded-16 border border-line bg-surface', className)}
    >
      {children}
    </ul>
  );
}

interface ListRowProps {
  leading?: ReactNode | undefined;
  /** Usually a link that fills the row (`before:absolute before:inset-0`). */
  title: ReactNode;
  detail?: ReactNode | undefined;
  /** Stays reachable above the link. */
  trailing?: ReactNode | undefined;
}

export function ListRow({ leading, title, detail, trailing }: ListRowProps) {
  return (
    <li className="relative flex min-h-13 items-center gap-3 px-4 py-2 transition-colors duration-150 has-[a:hover]:bg-accent-soft">
      {leading ? <div className="shrink-0 text-ink-muted">{leading}</div> : null}
      <div className="min-w-0 flex-1">
        <div className="line-clamp-2 text-14 font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </div>
        {detail ? <div className="truncate text-13 text-ink-muted">{detail}</div> : null}
      </div>
      {trailing ? <div className="relative z-1 shrink-0">{trailing}</div> : null}
    </li>
  );
}
