import type { BrowserBenchmark } from './browser-benchmarks.tsx';

export interface BenchmarkResult {
  name: string;
  /** Milliseconds of one round: the middle one and the slowest. */
  p50: number | null;
  slowest: number | null;
  /** Why there are no figures. */
  problem: string | null;
}

const rounds = 5;
/** The browser answers to the person between two rounds. */
const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));

interface RunOptions {
  signal: AbortSignal;
  /** `done` of `all` rounds are over; `name` is measured now. */
  onProgress: (progress: { done: number; all: number; name: string }) => void;
  onResult: (result: BenchmarkResult) => void;
  now?: () => number;
}

/** Runs one after the other. Ends early, with what is measured until then, when the signal says so. */
export async function runBenchmarks(benchmarks: readonly BrowserBenchmark[], options: RunOptions): Promise<void> {
  const { signal, onProgress, onResult, now = () => performance.now() } = options;
  const all = benchmarks.length * rounds;
  for (const [place, { name, prepare }] of benchmarks.entries()) {
    if (signal.aborted) return;
    onProgress({ done: place * rounds, all, name });
    await pause();
    const times: number[] = [];
    try {
      const prepared = await prepare();
      try {
        // The first is not counted: code is still being compiled then.
        await prepared.round();
        while (times.length < rounds && !signal.aborted) {
          const began = now();
          await prepared.round();
          times.push(now() - began);
          onProgress({ done: place * rounds + times.length, all, name });
          await pause();
        }
      } finally {
        await prepared.cleanUp?.();
      }
      if (signal.aborted) return;
      times.sort((a, b) => a - b);
      onResult({ name, p50: times[Math.floor(rounds / 2)] ?? null, slowest: times.at(-1) ?? null, problem: null });
    } catch (error) {
      // Storage may be blocked, or code cannot be loaded: the others still tell something.
      onResult({ name, p50: null, slowest: null, problem: error instanceof Error ? error.message : String(error) });
    }
  }
}
