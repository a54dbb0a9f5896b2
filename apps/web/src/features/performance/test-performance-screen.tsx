import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notifications.ts';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { DataTable } from './data-table.tsx';
import { formatMs } from './figures.ts';
import { type BenchmarkResult, runBenchmarks } from './run-benchmarks.ts';

interface Running {
  done: number;
  all: number;
  name: string;
}

/** `/test-performance`: measures what this app does all day, in the visitor's own browser. */
export function TestPerformanceScreen() {
  const { results, running, ended, failed, start, cancel } = useBenchmarks();
  return (
    <Page
      title="Test performance"
      lead="Measures in your browser what this app does all day, on made-up material. It takes a few seconds, and the figures stay here."
    >
      <div className="grid grid-cols-1 gap-6">
        <div className="flex flex-wrap gap-2">
          {running ? (
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button onClick={start}>{results.length > 0 ? 'Run again' : 'Run the benchmarks'}</Button>
          )}
          {results.length > 0 && !running ? (
            <Button look="quiet" onClick={() => void copy(results)}>
              Copy as text
            </Button>
          ) : null}
        </div>
        {running ? (
          <Progress
            label={running.name}
            value={running.done}
            max={running.all}
            valueText={`${running.done} of ${running.all} rounds`}
          />
        ) : null}
        <p role="status" className="text-14 text-ink-muted empty:sr-only">
          {running ? 'Measuring…' : ended}
        </p>
        <div role="alert" className="empty:hidden">
          {failed ? <Banner tone="danger">{failed}</Banner> : null}
        </div>
        {results.length > 0 ? (
          <DataTable
            caption="Results"
            columns={[{ name: 'Measured' }, { name: 'Middle of 5', figure: true }, { name: 'Slowest', figure: true }]}
            rows={results.map(({ name, p50, slowest, problem, what }) => ({
              key: name,
              cells: [
                <>
                  <span className="font-medium">{name}</span>
                  <span className="block text-ink-muted">{problem ? `Not measured: ${problem}` : what}</span>
                </>,
                p50 === null ? '–' : formatMs(p50),
                slowest === null ? '–' : formatMs(slowest),
              ],
            }))}
          />
        ) : null}
      </div>
    </Page>
  );
}

type ShownResult = BenchmarkResult & { what: string };

function useBenchmarks() {
  const [results, setResults] = useState<readonly ShownResult[]>([]);
  const [running, setRunning] = useState<Running | null>(null);
  const [ended, setEnded] = useState('');
  const [failed, setFailed] = useState('');
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    const mine = new AbortController();
    controller.current = mine;
    const { signal } = mine;
    setResults([]);
    setFailed('');
    setEnded('');
    setRunning({ done: 0, all: 1, name: 'Preparing' });
    try {
      const { browserBenchmarks } = await import('./browser-benchmarks.tsx');
      const whatOf = (name: string) => browserBenchmarks.find((benchmark) => benchmark.name === name)?.what ?? '';
      await runBenchmarks(browserBenchmarks, {
        signal,
        onProgress: setRunning,
        onResult: (result) => setResults((before) => [...before, { ...result, what: whatOf(result.name) }]),
      });
      setEnded(signal.aborted ? 'Cancelled.' : 'All measured.');
    } catch {
      setFailed('The benchmarks could not be loaded. Check your connection and try again.');
    }
    setRunning(null);
  };
  return { results, running, ended, failed, start: () => void start(), cancel: () => controller.current?.abort() };
}

async function copy(results: readonly ShownResult[]): Promise<void> {
  const lines = results.map(({ name, p50, slowest, problem }) =>
    problem
      ? `${name}: not measured (${problem})`
      : `${name}: ${formatMs(p50 ?? 0)}, slowest ${formatMs(slowest ?? 0)}`,
  );
  try {
    await navigator.clipboard.writeText([...lines, navigator.userAgent].join('\n'));
    notify({ type: 'success', title: 'Copied', message: 'The results are on the clipboard.' });
  } catch {
    notify({ type: 'error', message: 'The browser did not allow copying.' });
  }
}
