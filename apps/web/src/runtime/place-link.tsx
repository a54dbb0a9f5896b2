import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { screenToComeAt } from './feature-flags/screen-to-come-at.ts';
import { askForScreen } from './interest.ts';

interface PlaceLinkProps {
  href: '/profile#usage' | '/pricing';
  className: string;
  /** In full, where what is shown is short. */
  label?: string;
  children: ReactNode;
}

/** Until the screen is there, it tells that it is on the way. */
export function PlaceLink({ href, className, label, children }: PlaceLinkProps) {
  const toCome = screenToComeAt(href);
  if (toCome) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        className={className}
        onClick={() => askForScreen(toCome)}
      >
        {children}
      </button>
    );
  }
  const [to, hash] = href.split('#');
  return (
    <Link to={to as string} {...(hash ? { hash } : {})} aria-label={label} className={className}>
      {children}
    </Link>
  );
}
