import { useQuery } from '@tanstack/react-query';
import { Clock, Flame, GraduationCap, Layers, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { dashboardStatsQuery, libraryCountsQuery } from './dashboard-queries.ts';

const number = new Intl.NumberFormat();

/** What cannot be read is not known: that is all a person needs to hear of it. The call record has the rest. */
export function StatCards() {
  const counts = useQuery(libraryCountsQuery);
  const stats = useQuery(dashboardStatsQuery);
  const items = counts.data && counts.data.notes + counts.data.articles + counts.data.highlights;
  const { totalSessions, activeStreak, totalLearningTime } = stats.data ?? {};
  const known = (words: string) => (stats.isError ? 'Not known right now' : words);
  return (
    <section aria-label="Your numbers">
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <Stat
          icon={GraduationCap}
          name="Learning Sessions"
          value={totalSessions}
          detail={known('Each visit in which you learn')}
        />
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
          value={activeStreak}
          detail={known('Days with a session in a row')}
        />
        <Stat
          icon={Clock}
          name="Learning Time"
          unit="min"
          value={totalLearningTime}
          detail={known('Time spent in sessions')}
        />
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
