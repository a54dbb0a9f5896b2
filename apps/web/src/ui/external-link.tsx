import { clsx } from 'clsx';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { textLinkClass } from './links.ts';

/** Leads out of the app, in a tab of its own, and says so. The other site learns nothing about this one. */
export function ExternalLink({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={clsx(textLinkClass, className)}>
      {children}
      <ArrowUpRight aria-hidden className="ms-0.5 inline size-[0.9em] align-baseline" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
