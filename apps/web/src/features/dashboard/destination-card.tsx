import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { screenToComeAt } from '../../runtime/feature-flags/screen-to-come-at.ts';
import { askForScreen } from '../../runtime/interest.ts';
import { Badge } from '../../ui/badge.tsx';

export interface Destination {
  name: string;
  href: string;
  icon: LucideIcon;
  text: string;
  badge?: string;
}

const cardClass =
  'flex w-full min-w-0 items-start gap-3 rounded-16 border border-line bg-surface p-4 text-start transition-colors duration-150 hover:border-line-strong';

/** A card that leads somewhere. What is not built yet says so and opens the interest modal. */
export function DestinationCard({ name, href, icon: Icon, text, badge }: Destination) {
  const toCome = screenToComeAt(href);
  const words = toCome ? 'Coming Soon' : badge;
  const content = (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-10 bg-accent-soft text-accent">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-14 font-semibold">{name}</span>
          {words ? <Badge tone={words === 'Primary' ? 'accent' : 'neutral'}>{words}</Badge> : null}
        </span>
        <span className="text-13 text-ink-muted">{text}</span>
      </span>
    </>
  );
  return toCome ? (
    <button type="button" aria-haspopup="dialog" onClick={() => askForScreen(toCome)} className={cardClass}>
      {content}
    </button>
  ) : (
    <Link to={href} className={cardClass}>
      {content}
    </Link>
  );
}
