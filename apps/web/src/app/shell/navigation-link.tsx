import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { type NavigationItem, statusOf } from './navigation-items.ts';
import { NavigationTarget } from './navigation-target.tsx';
import { itemClass } from './sidebar-row.ts';

const badges = { new: 'New', beta: 'Beta', comingSoon: 'Soon' };

interface NavigationLinkProps {
  item: NavigationItem;
  className?: string;
}

/** One item of the sidebar. What is not built yet says so, and that wins over being locked. */
export function NavigationLink({ item, className }: NavigationLinkProps) {
  const { name, icon: Icon } = item;
  const status = statusOf(item);
  return (
    <NavigationTarget item={item} className={clsx(itemClass, className)}>
      {({ toCome, locked }) => (
        <>
          <Icon aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {locked && !toCome ? (
            <>
              <Lock aria-hidden className="size-3.5 shrink-0 max-md:hidden" />
              <span className="shrink-0 text-12 font-normal md:sr-only">Login required</span>
            </>
          ) : null}
          {status ? <StatusBadge status={status} /> : null}
        </>
      )}
    </NavigationTarget>
  );
}

function StatusBadge({ status }: { status: keyof typeof badges }) {
  return (
    <span className="shrink-0 rounded-full border border-line px-1.5 text-12 font-normal">
      <span aria-hidden={status === 'comingSoon' || undefined}>{badges[status]}</span>
      {status === 'comingSoon' ? <span className="sr-only">Coming Soon</span> : null}
    </span>
  );
}
