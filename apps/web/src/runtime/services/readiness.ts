import { type ServiceName, type ServiceStates, serviceNames } from './service-registry.ts';

export type Readiness = 'full' | 'enhanced' | 'basic' | 'degraded';

const levels: readonly (readonly [share: number, readiness: Readiness])[] = [
  [0.9, 'full'],
  [0.7, 'enhanced'],
  [0.5, 'basic'],
];
const educational: readonly ServiceName[] = ['auth', 'sessionManager', 'educationalChat'];

/** How much of what there is to learn with works, by the share of services that are ready. */
export function readinessOf(states: ServiceStates): Readiness {
  const ready = serviceNames.filter((name) => states[name].status === 'ready').length;
  return levels.find(([share]) => ready / serviceNames.length >= share)?.[1] ?? 'degraded';
}

/** The educational system is ready when these three are. */
export function isEducationReady(states: ServiceStates): boolean {
  return educational.every((name) => states[name].status === 'ready');
}
