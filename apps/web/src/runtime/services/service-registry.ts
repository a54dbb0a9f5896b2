import type { Clock, Stop } from '../environment.ts';

export const serviceNames = [
  'auth',
  'sessionManager',
  'vectorDB',
  'contextMemory',
  'educationalChat',
  'progressiveLearning',
  'learningJourney',
] as const;
export type ServiceName = (typeof serviceNames)[number];

interface ServiceRule {
  needs: readonly ServiceName[];
  timeoutMs: number;
  required: boolean;
}

export const serviceRules: Readonly<Record<ServiceName, ServiceRule>> = {
  auth: { needs: [], timeoutMs: 5000, required: true },
  sessionManager: { needs: ['auth'], timeoutMs: 3000, required: true },
  vectorDB: { needs: ['auth'], timeoutMs: 8000, required: false },
  contextMemory: { needs: ['sessionManager'], timeoutMs: 2000, required: false },
  educationalChat: { needs: ['sessionManager'], timeoutMs: 3000, required: true },
  progressiveLearning: { needs: ['sessionManager', 'vectorDB'], timeoutMs: 5000, required: false },
  learningJourney: { needs: ['vectorDB', 'progressiveLearning'], timeoutMs: 10_000, required: false },
};

/** Everything that the services' states are. */
export type ServiceStates = Readonly<Record<ServiceName, ServiceState>>;

export interface ServiceState {
  name: ServiceName;
  status: 'initializing' | 'ready' | 'failed' | 'timeout';
  error: string | null;
  readyAt: number | null;
}

/** Resolves when the service is ready. `undefined`: it is not there, and nothing is called. */
export type Starters = Readonly<Record<ServiceName, (() => Promise<unknown>) | undefined>>;

export interface ServiceRegistry {
  start: () => void;
  /** Tries what failed once more: the network or the person is back. */
  again: () => void;
  state: (name: ServiceName) => ServiceState;
  /** Resolves with whether it is ready when it is no longer initializing, at the latest after `timeoutMs`. */
  waitForService: (name: ServiceName, timeoutMs?: number) => Promise<boolean>;
  waitForServices: (names: readonly ServiceName[], timeoutMs?: number) => Promise<boolean>;
}

const pollMs = 100;
const oneWaitMs = 10_000;
const manyWaitMs = 15_000;

/** Starts services in parallel, each as soon as what it needs is ready. A late success starts what waited for it. */
export function createServiceRegistry(
  clock: Clock,
  starters: Starters,
  changed: (state: ServiceState) => void,
): ServiceRegistry {
  const initial = (name: ServiceName): ServiceState => ({ name, status: 'initializing', error: null, readyAt: null });
  const states = new Map(serviceNames.map((name) => [name, initial(name)]));
  const running = new Set<ServiceName>();
  const state = (name: ServiceName) => states.get(name) ?? initial(name);

  const change = (next: ServiceState) => {
    states.set(next.name, next);
    changed(next);
  };

  const miss = (name: ServiceName, error: string) => {
    if (state(name).status !== 'initializing') return;
    change({ name, status: serviceRules[name].required ? 'failed' : 'timeout', error, readyAt: null });
    for (const other of serviceNames) {
      if (serviceRules[other].needs.includes(name)) miss(other, `Service ${name} is not available`);
    }
  };

  const succeed = (name: ServiceName) => {
    if (state(name).status === 'ready') return;
    change({ name, status: 'ready', error: null, readyAt: clock.now() });
    for (const other of serviceNames) if (serviceRules[other].needs.includes(name)) run(other);
  };

  const run = (name: ServiceName) => {
    const { needs, timeoutMs } = serviceRules[name];
    if (running.has(name) || state(name).status === 'ready') return;
    if (!needs.every((need) => state(need).status === 'ready')) return;
    const starter = starters[name];
    if (!starter) return miss(name, `Service ${name} is not mounted`);
    running.add(name);
    if (state(name).status !== 'initializing') change(initial(name));
    const stop: Stop = clock.after(timeoutMs, () => miss(name, `Service ${name} initialization timeout`));
    const begun = new Promise<unknown>((resolve) => resolve(starter()));
    begun.then(
      () => {
        stop();
        running.delete(name);
        succeed(name);
      },
      (error: unknown) => {
        stop();
        running.delete(name);
        miss(name, error instanceof Error ? error.message : String(error));
      },
    );
  };

  const waitForServices = (names: readonly ServiceName[], timeoutMs = manyWaitMs) =>
    new Promise<boolean>((resolve) => {
      const until = clock.now() + timeoutMs;
      const look = () => {
        const open = names.some((name) => state(name).status === 'initializing');
        if (open && clock.now() < until) clock.after(pollMs, look);
        else resolve(names.every((name) => state(name).status === 'ready'));
      };
      look();
    });

  return {
    start: () => {
      for (const name of serviceNames) run(name);
    },
    again: () => {
      for (const name of serviceNames) if (starters[name]) run(name);
    },
    state,
    waitForService: (name, timeoutMs = oneWaitMs) => waitForServices([name], timeoutMs),
    waitForServices,
  };
}
