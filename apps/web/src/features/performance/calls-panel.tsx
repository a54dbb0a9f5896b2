import { callLog, callLogLimit, slowCallMs } from '../../data/call-log.ts';
import { useStore } from '../../lib/store.ts';
import { DataTable } from './data-table.tsx';
import { formatMs } from './figures.ts';
import { Panel } from './panel.tsx';

const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Calls of this page that were slow or failed, newest first. */
export function CallsPanel() {
  const calls = useStore(callLog);
  return (
    <Panel
      title="Slow and failed calls"
      lead={`Since this page was loaded: calls of ${formatMs(slowCallMs)} and more, and those that failed. The last ${callLogLimit} are kept.`}
    >
      {calls.length === 0 ? (
        <p className="text-14 text-ink-muted">None so far.</p>
      ) : (
        <DataTable
          caption="Slow and failed calls"
          columns={[{ name: 'Call' }, { name: 'Answer' }, { name: 'Took', figure: true }, { name: 'At' }]}
          rows={calls
            .map((call, place) => ({
              key: String(place),
              cells: [
                `${call.method} ${call.url}`,
                <>
                  {call.status === 0 ? 'no answer' : call.status}
                  {call.note ? <span className="text-ink-muted"> · {call.note}</span> : null}
                </>,
                formatMs(call.ms),
                timeOfDay.format(call.at),
              ],
            }))
            .reverse()}
        />
      )}
    </Panel>
  );
}
