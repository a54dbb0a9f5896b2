import type { ServerMeasurements } from '@cairn/contracts/server-measurements';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../data/request.ts';
import { readServerMeasurements } from '../../data/server-measurements.ts';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { DataTable } from './data-table.tsx';
import { Facts } from './facts.tsx';
import { formatBytes, formatCount, formatMs, formatUptime } from './figures.ts';
import { MinutesChart } from './minutes-chart.tsx';
import { Panel } from './panel.tsx';

const everyMs = 15_000;
const refusals: readonly string[] = ['forbidden', 'unauthenticated'];
const isRefusal = (error: Error | null) => error instanceof ApiError && refusals.includes(error.code);

/** How the server does, for administrators. */
export function ServerPanel({ userId }: { userId: string }) {
  const measured = useQuery({
    queryKey: ['server-measurements', userId],
    queryFn: ({ signal }) => readServerMeasurements(signal),
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : everyMs),
    retry: (count, error) => !isRefusal(error) && count < 2,
  });
  return (
    <Panel title="Server" lead="Of the process that answered, renewed every 15 seconds.">
      {isRefusal(measured.error) ? (
        <p className="text-14 text-ink-muted">
          You are not authorised to see the server’s measurements. They are for administrators of this installation.
        </p>
      ) : (
        <>
          <QueryProblem query={measured} what="the server’s measurements" />
          {measured.data ? (
            <Measured of={measured.data} />
          ) : measured.isPending && measured.fetchStatus !== 'paused' ? (
            <SkeletonText label="Loading the server’s measurements" />
          ) : null}
        </>
      )}
    </Panel>
  );
}

function Measured({ of }: { of: ServerMeasurements }) {
  const { memory, eventLoopDelay, database, changes, minutes, routes } = of;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts
        facts={[
          ['Running for', formatUptime(of.uptimeSeconds)],
          ['Memory', formatBytes(memory.rss), `${formatBytes(memory.heapUsed)} heap`],
          ['Event loop delay', formatMs(eventLoopDelay.p50), `p99 ${formatMs(eventLoopDelay.p99)}`],
          ['Database', `${database.open} open`, `${database.idle} idle, ${database.waiting} waiting`],
          ['Change feed', `${formatMs(changes.lagSeconds * 1000)} behind`, `${changes.deadLettered} put aside`],
        ]}
      />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <MinutesChart
          title="Requests by minute"
          minutes={minutes}
          figureOf={({ requests }) => requests}
          format={formatCount}
        />
        <MinutesChart title="p95 by minute" minutes={minutes} figureOf={({ p95 }) => p95} format={formatMs} />
      </div>
      <div className="grid grid-cols-1 gap-2">
        <h3 className="text-14 font-semibold">Routes, the slowest first</h3>
        <DataTable
          caption="Routes"
          columns={[
            { name: 'Route' },
            { name: 'Requests', figure: true },
            { name: 'Failed', figure: true },
            { name: 'p50', figure: true },
            { name: 'p95', figure: true },
          ]}
          rows={routes.map(({ route, method, requests, failed, p50, p95 }) => ({
            key: `${method} ${route}`,
            cells: [`${method} ${route}`, formatCount(requests), formatCount(failed), formatMs(p50), formatMs(p95)],
          }))}
        />
      </div>
    </div>
  );
}
