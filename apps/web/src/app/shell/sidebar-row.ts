/** A row of the sidebar: a link or a button with an icon. */
export const itemClass =
  'flex w-full min-h-11 min-w-0 items-center gap-2.5 rounded-10 px-3 text-start text-14 font-medium text-ink-muted transition-colors duration-150 hover:bg-accent-soft hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent pointer-fine:min-h-9';
