import { clsx } from 'clsx';
import { useStore } from '../../lib/store.ts';
import { type TimelineEntry, timeline } from '../../runtime/loading/timeline.ts';
import { DataTable } from './data-table.tsx';
import { formatMs } from './figures.ts';
import { Panel } from './panel.tsx';

const row = 24;
const width = 600;

/** How this visit's start went: when each phase and each service began and ended. */
export function StartUpTimeline() {
  const entries = useStore(timeline);
  return (
    <Panel title="Start-up of this visit" lead="Milliseconds since the page was asked for.">
      {entries.length === 0 ? (
        <p className="text-14 text-ink-muted">
          This visit began without a session to restore: there was nothing to wait for.
        </p>
      ) : (
        <>
          <TimelineChart entries={entries} />
          <details>
            <summary className="w-fit cursor-pointer py-3 text-13 text-ink-muted pointer-fine:py-1.5">
              As a table
            </summary>
            <DataTable
              caption="Start-up timeline"
              columns={[
                { name: 'What' },
                { name: 'Kind' },
                { name: 'Began', figure: true },
                { name: 'Took', figure: true },
                { name: 'Outcome' },
              ]}
              rows={entries.map((entry, place) => ({
                key: `${place} ${entry.name}`,
                cells: [
                  entry.name,
                  entry.kind,
                  formatMs(entry.beganAt),
                  entry.endedAt === null ? 'goes on' : formatMs(entry.endedAt - entry.beganAt),
                  entry.outcome ?? '–',
                ],
              }))}
            />
          </details>
        </>
      )}
    </Panel>
  );
}

function TimelineChart({ entries }: { entries: readonly TimelineEntry[] }) {
  const last = Math.max(...entries.map(({ beganAt, endedAt }) => endedAt ?? beganAt));
  const ends = Math.max(last, 1);
  const phases = entries.filter(({ kind, endedAt }) => kind === 'phase' && endedAt !== null);
  const usable = phases.at(-1)?.endedAt;
  const inWords = `${entries.length} stretches until ${formatMs(ends)}${
    usable === undefined || usable === null ? '' : `; the workspace was ready at ${formatMs(usable)}`
  }.`;
  return (
    <figure className="grid gap-2">
      <div role="img" aria-label={inWords} className="grid gap-0.5">
        {entries.map(({ kind, name, beganAt, endedAt, outcome }, place) => {
          const until = endedAt ?? ends;
          const failed = outcome === 'failed' || outcome === 'timeout';
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a log is only added to, and a name may come twice
              key={`${place} ${name}`}
              className="grid grid-cols-[8.5rem_minmax(0,1fr)_4rem] items-center gap-2 text-12"
            >
              <span className="truncate text-ink-muted">{name}</span>
              <svg
                aria-hidden="true"
                viewBox={`0 0 ${width} ${row}`}
                preserveAspectRatio="none"
                className="h-4 w-full rtl:-scale-x-100"
              >
                <rect width={width} height={row} className="fill-line/40" />
                <rect
                  x={(beganAt / ends) * width}
                  width={Math.max(((until - beganAt) / ends) * width, 2)}
                  height={row}
                  rx="3"
                  className={clsx(failed ? 'fill-danger' : kind === 'phase' ? 'fill-accent' : 'fill-success')}
                />
              </svg>
              <span className="text-end tabular-nums">{formatMs(until - beganAt)}</span>
            </div>
          );
        })}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-muted">
        <Key className="bg-accent" label="Phase" />
        <Key className="bg-success" label="Service" />
        <Key className="bg-danger" label="Failed or timed out" />
      </figcaption>
    </figure>
  );
}

const Key = ({ className, label }: { className: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={clsx('size-2.5 rounded-full', className)} />
    {label}
  </span>
);
