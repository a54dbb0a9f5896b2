import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ImportRun } from '../../data/imports.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { importRunsQuery } from './import-queries.ts';

const statusWords: Record<ImportRun['status'], string> = {
  running: 'Working',
  imported: 'Imported',
  duplicate: 'Already there',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const statusTones: Record<ImportRun['status'], string> = {
  running: 'bg-info-soft text-info',
  imported: 'bg-success-soft text-success',
  duplicate: 'bg-info-soft text-info',
  failed: 'bg-danger-soft text-danger',
  cancelled: 'bg-warning-soft text-warning',
};

export function ImportRuns() {
  const runs = useQuery(importRunsQuery);
  return (
    <section aria-labelledby="recent-imports" className="mt-12 grid gap-4">
      <h2 id="recent-imports" className="text-18 font-semibold">
        Recent imports
      </h2>
      <QueryProblem query={runs} what="your recent imports" />
      <WhileAwaited query={runs}>
        <SkeletonList label="Loading your recent imports" />
      </WhileAwaited>
      {runs.data?.length === 0 ? (
        <EmptyState>Nothing imported yet. Every import and what became of it will be listed here.</EmptyState>
      ) : null}
      {runs.data && runs.data.length > 0 ? (
        <ul className="divide-y divide-line rounded-16 border border-line bg-surface">
          {runs.data.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function RunRow({ run }: { run: ImportRun }) {
  const address = run.requested_url;
  return (
    <li className="grid gap-1 p-4 text-14">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className={clsx('rounded-full px-2.5 py-0.5 text-12 font-medium', statusTones[run.status])}>
          {statusWords[run.status]}
        </span>
        <time
          dateTime={run.created_at}
          title={formatMoment(run.created_at)}
          className="text-13 text-ink-muted tabular-nums"
        >
          {formatAgo(run.created_at, Date.now())}
        </time>
      </div>
      {run.article_id ? (
        <Link
          to="/article/$articleId"
          params={{ articleId: run.article_id }}
          dir="auto"
          className={clsx(textLinkClass, 'font-medium')}
        >
          {run.article?.title ?? address}
        </Link>
      ) : null}
      <span className={clsx('break-all', run.article_id && 'text-13 text-ink-muted')}>{address}</span>
      {run.status === 'failed' && run.error_message ? <p className="text-ink-muted">{run.error_message}</p> : null}
    </li>
  );
}
