import { useEffect, useState } from 'react';
import type { Metric } from 'web-vitals';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { formatMs } from './figures.ts';
import { Panel } from './panel.tsx';

const vitals = [
  ['LCP', 'Largest part painted'],
  ['INP', 'Slowest answer to an input'],
  ['CLS', 'Layout that moved'],
  ['TTFB', 'First byte'],
] as const;
type VitalName = (typeof vitals)[number][0];
const ratings: Record<Metric['rating'], readonly [tone: BadgeTone, word: string]> = {
  good: ['success', 'good'],
  'needs-improvement': ['warning', 'needs improvement'],
  poor: ['danger', 'poor'],
};

function useWebVitals(): { metrics: Partial<Record<VitalName, Metric>>; failed: boolean } {
  const [metrics, setMetrics] = useState<Partial<Record<VitalName, Metric>>>({});
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const report = (metric: Metric) => {
      if (!gone) setMetrics((before) => ({ ...before, [metric.name]: metric }));
    };
    // The browser has kept what happened before.
    import('web-vitals').then(
      ({ onLCP, onINP, onCLS, onTTFB }) => {
        for (const follow of [onLCP, onINP, onCLS, onTTFB]) follow(report, { reportAllChanges: true });
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, []);
  return { metrics, failed };
}

/** The web vitals of this page load, as far as they have happened. */
export function WebVitalsPanel() {
  const { metrics, failed } = useWebVitals();
  return (
    <Panel title="Web vitals" lead="Of this page load, in this browser. They change while you use the page.">
      {failed ? <p className="text-14 text-ink-muted">They could not be measured now.</p> : null}
      <dl className="grid gap-4 [grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))]">
        {vitals.map(([name, meaning]) => {
          const metric = metrics[name];
          const [tone, word] = metric ? ratings[metric.rating] : (['neutral', 'not yet'] as const);
          return (
            <div key={name} className="grid content-start gap-1">
              <dt className="text-13 text-ink-muted">
                <abbr title={meaning} className="no-underline">
                  {name}
                </abbr>{' '}
                · {meaning}
              </dt>
              <dd className="flex flex-wrap items-center gap-2 font-semibold tabular-nums">
                {metric ? (name === 'CLS' ? metric.value.toFixed(3) : formatMs(metric.value)) : '–'}
                <Badge tone={tone}>{word}</Badge>
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}
