import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, GraduationCap, Highlighter, type LucideIcon, NotebookText, SquareCheck } from 'lucide-react';
import type { Activity } from '../../data/dashboard.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { locatorToHash } from '../../lib/locator-link.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { recentActivityQuery } from './dashboard-queries.ts';

export function RecentActivity() {
  const activity = useQuery(recentActivityQuery);
  return (
    <section aria-labelledby="recent-activity" className="grid min-w-0 content-start gap-4">
      <h2 id="recent-activity" className="text-18 font-semibold">
        Recent Activity
      </h2>
      <QueryProblem query={activity} what="your recent activity" />
      <WhileAwaited query={activity}>
        <SkeletonList label="Loading your recent activity" />
      </WhileAwaited>
      {activity.data?.length === 0 ? (
        <EmptyState
          action={
            <Link to="/import" className={buttonClass('primary')}>
              Import an article
            </Link>
          }
        >
          Nothing has happened yet. What you import, highlight and write shows up here.
        </EmptyState>
      ) : null}
      {activity.data && activity.data.length > 0 ? (
        <ol className="overflow-hidden rounded-16 border border-line bg-surface">
          {activity.data.map((event) => (
            <ActivityRow key={`${event.kind} ${event.item_id} ${event.occurred_at}`} event={event} />
          ))}
        </ol>
      ) : null}
    </section>
  );
}

const kinds: Record<Activity['kind'], { icon: LucideIcon; words: string }> = {
  article_imported: { icon: FileText, words: 'Imported' },
  note_created: { icon: NotebookText, words: 'Note created' },
  highlight_made: { icon: Highlighter, words: 'Highlighted' },
  task_completed: { icon: SquareCheck, words: 'Completed' },
  session_ended: { icon: GraduationCap, words: 'Learned' },
};

const untitled: Record<Activity['kind'], string> = {
  article_imported: 'Untitled article',
  note_created: 'Untitled note',
  highlight_made: 'Highlight',
  task_completed: 'Task',
  session_ended: 'Learning session',
};

/** Where the thing is that something was done to. */
export function placeOf(event: Activity): { to: string; hash?: string } {
  if (event.kind === 'note_created' || event.kind === 'task_completed') return { to: `/note/${event.item_id}` };
  if (event.kind === 'session_ended') return { to: '/rehearse' };
  const to = `/article/${event.article_id}`;
  return event.kind === 'highlight_made' ? { to, hash: locatorToHash(event.locator) } : { to };
}

function ActivityRow({ event }: { event: Activity }) {
  const { icon: Icon, words } = kinds[event.kind];
  return (
    <li className="relative flex gap-3 border-line px-4 py-3 not-first:border-t hover:bg-accent-soft">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-muted" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Link
          {...placeOf(event)}
          dir="auto"
          className="line-clamp-2 text-14 font-medium after:absolute after:inset-0 focus-visible:outline-offset-4"
        >
          {event.title || untitled[event.kind]}
        </Link>
        <p className="flex flex-wrap gap-x-1.5 text-13 text-ink-muted tabular-nums">
          <span>{event.kind === 'session_ended' ? `${words} for ${event.detail} min` : words}</span>
          <time dateTime={event.occurred_at} title={formatMoment(event.occurred_at)}>
            {formatAgo(event.occurred_at, Date.now())}
          </time>
        </p>
      </div>
    </li>
  );
}
