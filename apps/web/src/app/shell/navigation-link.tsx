import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { openAuthModal } from '../../runtime/auth-modal.ts';
import { askForScreen } from '../../runtime/interest.ts';
import { screenToComeAt } from '../../runtime/screens-to-come.ts';
import { useSession } from '../../runtime/session.ts';
import { type NavigationItem, statusOf } from './navigation-items.ts';
import { itemClass } from './sidebar-row.ts';

const badges = { new: 'New', beta: 'Beta', comingSoon: 'Soon' };

interface NavigationLinkProps {
  item: NavigationItem;
  className?: string;
}

/** One item of the sidebar. What is not built yet says so, and that wins over being locked. */
export function NavigationLink({ item, className }: NavigationLinkProps) {
  const { name, href, icon: Icon, requireAuth } = item;
  const session = useSession();
  const here = useRouterState({ select: ({ location }) => location.pathname === href });
  const status = statusOf(item);
  const toCome = screenToComeAt(href);
  const locked = requireAuth && session.status !== 'authenticated' && session.status !== 'initializing';
  const content = (
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
  );
  if (toCome) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={here ? 'page' : undefined}
        className={clsx(itemClass, className)}
        onClick={() => askForScreen(toCome)}
      >
        {content}
      </button>
    );
  }
  if (locked) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        className={clsx(itemClass, className)}
        onClick={() => openAuthModal('signin', { next: href })}
      >
        {content}
      </button>
    );
  }
  return (
    <Link to={href} activeOptions={{ exact: true }} className={clsx(itemClass, className)}>
      {content}
    </Link>
  );
}

function StatusBadge({ status }: { status: keyof typeof badges }) {
  return (
    <span className="shrink-0 rounded-full border border-line px-2 text-12 font-normal">
      <span aria-hidden={status === 'comingSoon' || undefined}>{badges[status]}</span>
      {status === 'comingSoon' ? <span className="sr-only">Coming Soon</span> : null}
    </span>
  );
}
