import { expect, it } from 'vitest';
import { isEducationReady, readinessOf } from './readiness.ts';
import { type ServiceName, type ServiceStates, serviceNames } from './service-registry.ts';

const states = (ready: readonly ServiceName[]) =>
  Object.fromEntries(
    serviceNames.map((name) => [
      name,
      { name, status: ready.includes(name) ? 'ready' : 'timeout', error: null, readyAt: null },
    ]),
  ) as unknown as ServiceStates;

it('is full, enhanced, basic or degraded by how many services are ready', () => {
  const of = (count: number) => readinessOf(states(serviceNames.slice(0, count)));
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(of)).toEqual([
    ...['degraded', 'degraded', 'degraded', 'degraded'],
    ...['basic', 'enhanced', 'enhanced', 'full'],
  ]);
});

it('of the educational system asks for auth, sessions and chat, and no others', () => {
  expect(isEducationReady(states(['auth', 'sessionManager', 'educationalChat']))).toBe(true);
  expect(isEducationReady(states(serviceNames.filter((name) => name !== 'educationalChat')))).toBe(false);
});
