import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserEnvironment } from '../environment.ts';
import {
  createServiceRegistry,
  type ServiceName,
  type Starters,
  serviceNames,
  serviceRules,
} from './service-registry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<void>(() => {});
const ready = () => Promise.resolve();
function create(special: Partial<Starters>, usual: () => Promise<void> = ready) {
  const starters = Object.fromEntries(serviceNames.map((name) => [name, usual])) as unknown as Starters;
  return createServiceRegistry(browserEnvironment().clock, { ...starters, ...special }, () => {});
}
const statuses = (registry: ReturnType<typeof create>) =>
  Object.fromEntries(serviceNames.map((name) => [name, registry.state(name).status]));

it('starts each service only when what it needs is ready', async () => {
  const order: ServiceName[] = [];
  const starters = Object.fromEntries(
    serviceNames.map((name) => [name, async () => void order.push(name)]),
  ) as unknown as Starters;
  const registry = create(starters);
  registry.start();
  await vi.advanceTimersByTimeAsync(0);
  for (const [at, name] of order.entries()) {
    for (const need of serviceRules[name].needs) expect(order.indexOf(need)).toBeLessThan(at);
  }
  expect(order).toHaveLength(7);
});

it('has the needs and limits of the specification', () => {
  expect(serviceNames.map((name) => [name, ...Object.values(serviceRules[name])])).toEqual([
    ['auth', [], 5000, true],
    ['sessionManager', ['auth'], 3000, true],
    ['vectorDB', ['auth'], 8000, false],
    ['contextMemory', ['sessionManager'], 2000, false],
    ['educationalChat', ['sessionManager'], 3000, true],
    ['progressiveLearning', ['sessionManager', 'vectorDB'], 5000, false],
    ['learningJourney', ['vectorDB', 'progressiveLearning'], 10_000, false],
  ]);
});

it('ends a required service as failed and an optional one as timeout, each at its own limit', async () => {
  for (const name of serviceNames) {
    const registry = create({ [name]: never });
    registry.start();
    await vi.advanceTimersByTimeAsync(serviceRules[name].timeoutMs - 1);
    expect(registry.state(name).status).toBe('initializing');
    await vi.advanceTimersByTimeAsync(1);
    const { status, error } = registry.state(name);
    expect([status, error]).toEqual([
      serviceRules[name].required ? 'failed' : 'timeout',
      `Service ${name} initialization timeout`,
    ]);
  }
});

it('takes a late success and starts what waited for it', async () => {
  let answer = () => {};
  const registry = create({ auth: () => new Promise<void>((resolve) => (answer = resolve)) });
  registry.start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(Object.values(statuses(registry))).not.toContain('initializing');
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(new Set(Object.values(statuses(registry)))).toEqual(new Set(['ready']));
});

it('does not call what is not there, and the rest starts without it', async () => {
  const registry = create({ vectorDB: undefined });
  registry.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(registry.state('vectorDB').status).toBe('timeout');
  expect(registry.state('learningJourney').status).toBe('timeout');
  expect(registry.state('educationalChat').status).toBe('ready');
});

it('waits 10 s for one service and 15 s for several', async () => {
  const registry = create({}, never);
  const told: string[] = [];
  void registry.waitForService('auth').then((is) => told.push(`one ${is}`));
  void registry.waitForServices(['auth', 'vectorDB']).then((is) => told.push(`several ${is}`));
  await vi.advanceTimersByTimeAsync(9999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['one false']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual(['one false', 'several false']);
});
