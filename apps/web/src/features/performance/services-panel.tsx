import { useStore } from '../../lib/store.ts';
import { timeline } from '../../runtime/loading/timeline.ts';
import { learningStatus } from '../../runtime/services/education.ts';
import { isEducationReady, readinessOf } from '../../runtime/services/readiness.ts';
import {
  type ServiceName,
  type ServiceState,
  serviceNames,
  serviceRules,
} from '../../runtime/services/service-registry.ts';
import { useServices } from '../../runtime/services/services.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DataTable } from './data-table.tsx';
import { formatCount, formatMs } from './figures.ts';
import { Panel } from './panel.tsx';

const tones: Record<ServiceState['status'], BadgeTone> = {
  initializing: 'info',
  ready: 'success',
  failed: 'danger',
  timeout: 'warning',
};

/** The services of this page: their state, how long each took, and how much of what there is works. */
export function ServicesPanel() {
  const states = useServices();
  const stretches = useStore(timeline);
  const said = useWhatTheySaid();
  const took = (name: ServiceName) => {
    const last = stretches.findLast((entry) => entry.kind === 'service' && entry.name === name);
    return last?.endedAt ? formatMs(last.endedAt - last.beganAt) : '–';
  };
  return (
    <Panel title="Services" lead="What the workspace is made of, and what of it answers.">
      <p className="flex flex-wrap items-center gap-2 text-14">
        Readiness <Badge tone="accent">{readinessOf(states)}</Badge>
        <span className="text-ink-muted">
          {isEducationReady(states) ? 'The educational system is ready.' : 'The educational system is not ready.'}
        </span>
      </p>
      <DataTable
        caption="Services"
        columns={[{ name: 'Service' }, { name: 'Status' }, { name: 'Took', figure: true }, { name: 'Says' }]}
        rows={serviceNames.map((name) => {
          const { status, error } = states[name];
          return {
            key: name,
            cells: [
              <>
                {name} <span className="text-ink-muted">{serviceRules[name].required ? 'required' : 'optional'}</span>
              </>,
              <Badge key="status" tone={tones[status]}>
                {status}
              </Badge>,
              took(name),
              error ?? said[name] ?? '',
            ],
          };
        })}
      />
    </Panel>
  );
}

function useWhatTheySaid(): Partial<Record<ServiceName, string>> {
  const { index, progress } = useStore(learningStatus);
  return {
    ...(index && {
      vectorDB: index.waiting > 0 ? `${formatCount(index.waiting)} waiting to be indexed` : 'up to date',
    }),
    ...(progress && {
      progressiveLearning: `${formatCount(progress.due_count)} due, level ${progress.level.toFixed(2)}`,
    }),
  };
}
