import { useQuery } from '@tanstack/react-query';
import { Clock, Flame, GraduationCap, Layers, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { libraryCountsQuery } from './dashboard-queries.ts';

const number = new Intl.NumberFormat();

/** Nothing records learning sessions yet, so there are none: true zeros, which become counts when sessions exist. */
const sessions = { count: 0, streakDays: 0, minutes: 0 };

export function StatCards() {
  const counts = useQuery(libraryCountsQuery);
  const items = counts.data && counts.data.notes + counts.data.articles + counts.data.highlights;
  return (
    <section aria-label="Your numbers" className="grid gap-4">
      <QueryProblem query={counts} what="your numbers" />
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <Stat icon={GraduationCap} name="Learning Sessions" value={sessions.count} detail="Sessions are on the way" />
        <Stat
          icon={Layers}
          name="Knowledge Items"
          value={items}
          detail={counts.data ? <Parts {...counts.data} /> : counts.isError ? 'Not known right now' : ''}
        />
        <Stat
          icon={Flame}
          name="Active Streak"
          unit="days"
          value={sessions.streakDays}
          detail="Days with a session in a row"
        />
        <Stat icon={Clock} name="Learning Time" unit="min" value={sessions.minutes} detail="Time spent in sessions" />
      </dl>
    </section>
  );
}

function Parts({ articles, notes, highlights }: { articles: number; notes: number; highlights: number }) {
  const parts = [
    [articles, 'article', 'articles'],
    [notes, 'note', 'notes'],
    [highlights, 'highlight', 'highlights'],
  ] as const;
  return parts.map(([count, one, many]) => `${number.format(count)} ${count === 1 ? one : many}`).join(', ');
}

interface StatProps {
  icon: LucideIcon;
  name: string;
  /** `undefined`: not known (yet). */
  value: number | undefined;
  unit?: string;
  detail: ReactNode;
}

function Stat({ icon: Icon, name, value, unit, detail }: StatProps) {
  return (
    <div className="grid content-start gap-1 rounded-16 border border-line bg-surface p-4">
      <dt className="flex items-center gap-2 text-13 text-ink-muted">
        <Icon aria-hidden className="size-4 shrink-0 text-accent" />
        <span className="min-w-0">
          {name}
          {unit ? ` (${unit})` : null}
        </span>
      </dt>
      <dd className="text-28 font-semibold tracking-tight tabular-nums">
        {value === undefined ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">not known yet</span>
          </>
        ) : (
          number.format(value)
        )}
      </dd>
      <dd className="min-h-5 text-13 text-ink-muted">{detail}</dd>
    </div>
  );
}
