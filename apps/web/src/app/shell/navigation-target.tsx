import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { openAuthModal } from '../../runtime/auth-modal.ts';
import { screenToComeAt } from '../../runtime/feature-flags/screen-to-come-at.ts';
import { askForScreen } from '../../runtime/interest.ts';
import { useSession } from '../../runtime/session.ts';
import type { NavigationItem } from './navigation-items.ts';

interface NavigationTargetProps {
  item: Pick<NavigationItem, 'href' | 'requireAuth'>;
  className: string;
  children: (state: { toCome: boolean; locked: boolean }) => ReactNode;
}

/**
 * Leads to an item's screen. One that is not built yet asks for interest instead, whoever is there; one that needs an account asks
 * those without one to sign in, and goes on to it afterwards.
 */
export function NavigationTarget({ item: { href, requireAuth }, className, children }: NavigationTargetProps) {
  const session = useSession();
  const here = useRouterState({ select: ({ location }) => location.pathname === href });
  const toCome = screenToComeAt(href);
  const locked = requireAuth && session.status !== 'authenticated' && session.status !== 'initializing';
  const content = children({ toCome: toCome !== undefined, locked });
  if (toCome || locked) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={here ? 'page' : undefined}
        className={className}
        onClick={() => (toCome ? askForScreen(toCome) : openAuthModal('signin', { next: href }))}
      >
        {content}
      </button>
    );
  }
  return (
    <Link to={href} activeOptions={{ exact: true, includeSearch: false }} className={className}>
      {content}
    </Link>
  );
}
