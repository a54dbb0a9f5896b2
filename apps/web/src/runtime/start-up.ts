import { ConfigError, publicConfig } from '../data/public-config.ts';
import { thisBrowser } from './environment.ts';
import { loadingNow, tellLoading } from './loading/loading.ts';
import { endPreservation, preserveEducation } from './services/preservation.ts';
import {
  createServiceRegistry,
  type ServiceName,
  type ServiceState,
  serviceNames,
  serviceRules,
} from './services/service-registry.ts';
import { sessionNow, startSession, subscribeSession } from './session.ts';

const longestStartMs = 15_000;
const contentMs = 100;
const contentFallbackMs = 500;
const calls = () => import('../data/educational-services.ts');
const critical: readonly ServiceName[] = ['auth', 'sessionManager', 'educationalChat'];

/** Begins what the page needs, and never holds it up. Whoever has no session to restore has nothing to wait for. */
export function startUp(): void {
  publicConfig().catch((error: unknown) => {
    if (error instanceof ConfigError) tellLoading({ type: 'misconfigured', message: error.message });
  });
  if (sessionNow().status !== 'initializing') return;
  const environment = thisBrowser();
  const { clock } = environment;
  tellLoading({ type: 'started', privacy: environment.storageBlocked });
  clock.after(longestStartMs, () => tellLoading({ type: 'deadline' }));
  const contentLoaded = () => tellLoading({ type: 'settled', tile: 'content' });
  clock.after(contentFallbackMs, contentLoaded);

  const registry = createServiceRegistry(
    clock,
    {
      auth: settleAuth,
      sessionManager: async () => (await calls()).loadOpenLearningSession(),
      educationalChat: async () => (await calls()).probeAsk(),
      // Nothing answers for these yet.
      vectorDB: undefined,
      contextMemory: undefined,
      progressiveLearning: undefined,
      learningJourney: undefined,
    },
    (service) => {
      tellTiles(service, registry.state);
      if (service.status === 'ready' && serviceRules[service.name].required) clock.after(contentMs, contentLoaded);
      if (service.status === 'failed') {
        // Where nobody is signed in, nothing has failed.
        const { status } = sessionNow();
        if (status !== 'unauthenticated' && status !== 'session_expired') preserveEducation(environment);
      } else if (critical.every((name) => registry.state(name).status === 'ready')) endPreservation(environment);
    },
  );
  registry.start();
}

/** Auth is ready when it is known who is there. A state that is corrected later counts too. */
function settleAuth(): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { status } = sessionNow();
      if (status === 'authenticated') resolve();
      else if (status === 'unauthenticated' || status === 'session_expired') {
        tellLoading({ type: 'nobody' });
        reject(new Error('Nobody is signed in'));
      } else return false;
      return true;
    };
    const stop = subscribeSession(() => {
      if (look()) stop();
    });
    void startSession().then(() => {
      const { status, problem } = sessionNow();
      if (look()) stop();
      else if (status === 'error') tellLoading({ type: 'settled', tile: 'auth', error: problem });
    });
  });
}

function tellTiles(service: ServiceState, state: (name: ServiceName) => ServiceState): void {
  if (loadingNow().broken || service.status === 'initializing') return;
  if (service.name === 'auth') {
    tellLoading({ type: 'settled', tile: 'auth', ...(service.error === null ? {} : { error: service.error }) });
    return;
  }
  // One educational service is enough to begin with.
  if (service.status === 'ready') tellLoading({ type: 'settled', tile: 'educational' });
  else if (serviceNames.every((name) => name === 'auth' || state(name).status !== 'initializing')) {
    tellLoading({ type: 'settled', tile: 'educational', error: service.error ?? '' });
  }
}
