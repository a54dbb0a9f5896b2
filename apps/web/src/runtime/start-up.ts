import type { PublicConfig } from '@cairn/contracts/public-config';
import { ConfigError, publicConfig } from '../data/public-config.ts';
import { supabase } from '../data/supabase-client.ts';
import { notify } from '../ui/notifications.ts';
import { connection } from './connection/connection.ts';
import { thisBrowser } from './environment.ts';
import { isOn } from './feature-flags/feature-flags.ts';
import { loading, tellLoading } from './loading/loading.ts';
import { pagesReady, privacyReady } from './loading/loading-machine.ts';
import { beginStretch, endStretch } from './loading/timeline.ts';
import { isEducationReady } from './services/readiness.ts';
import {
  createServiceRegistry,
  type ServiceName,
  type ServiceState,
  type Starters,
  serviceNames,
  serviceRules,
} from './services/service-registry.ts';
import { services } from './services/services.ts';
import { sessionNow, startSession, subscribeSession } from './session.ts';

const longestStartMs = 15_000;
const shortestStartMs = 100;
const contentFallbackMs = 500;

// Not part of what the first screen waits for.
const loadEducation = () => import('./services/education.ts');
const loadPreservation = () => import('./services/preservation.ts');

/** Begins what the page needs, and never holds it up. Whoever has no session to restore has nothing to wait for. */
export function startUp(): void {
  const config = publicConfig();
  config.catch((error: unknown) => {
    if (error instanceof ConfigError) tellLoading({ type: 'misconfigured', message: error.message });
  });
  if (sessionNow().status === 'initializing') {
    showStart();
    // While it is found out who is there. What fails here is tried again when it is needed.
    void Promise.all([loadEducation(), supabase()]).catch(() => undefined);
    void startServices(config);
    return;
  }
  // Whoever signs in here needs the services too. There is no start to look at then.
  const stop = subscribeSession(() => {
    if (sessionNow().status !== 'authenticated') return;
    stop();
    if (thisBrowser().storageBlocked) notify({ type: 'info', message: privacyReady });
    void startServices(config);
  });
}

function showStart(): void {
  const { clock, storageBlocked } = thisBrowser();
  tellLoading({ type: 'started', privacy: storageBlocked });
  clock.after(longestStartMs, () => tellLoading({ type: 'deadline' }));
  let stop = () => {};
  const content = () => {
    stop();
    tellLoading({ type: 'settled', tile: 'content' });
  };
  clock.after(contentFallbackMs, content);
  clock.after(shortestStartMs, () => {
    tellLoading({ type: 'minimum' });
    const look = () => {
      const now = loading.get();
      // Before it is known who is there no page has asked for anything.
      if (now.tiles.auth !== 'pending' && pagesReady(now)) content();
    };
    stop = loading.subscribe(look);
    look();
  });
}

async function startServices(config: Promise<PublicConfig>): Promise<void> {
  const { clock } = thisBrowser();
  void loadPreservation().then(
    ({ resumePreservation }) => resumePreservation(thisBrowser()),
    () => undefined,
  );
  const registry = createServiceRegistry(clock, startersOf(await config.catch(() => undefined)), (service) => {
    services.set({ ...services.get(), [service.name]: service });
    if (service.status !== 'initializing') endStretch('service', service.name, service.status);
    tellTiles(service);
    keepEducation(service);
  });
  connection().onWake(registry.again);
  registry.start();
}

/** What the server does not list, and what this page knows nothing of, is never called. */
function startersOf(config: PublicConfig | undefined): Starters {
  const measured = (name: ServiceName, start: () => Promise<void>) => () => {
    beginStretch('service', name);
    return start();
  };
  const educational = (name: 'sessionManager' | 'educationalChat' | 'vectorDB' | 'progressiveLearning') =>
    config?.services.includes(name)
      ? measured(name, async () => {
          if (isOn('serviceArchitecture') && !serviceRules[name].required) await untilContent();
          const { educationStarters } = await loadEducation();
          tellLoading({ type: 'services_called' });
          await Promise.race([educationStarters[name](), untilUnreachable()]);
        })
      : undefined;
  return {
    auth: measured('auth', settleAuth),
    sessionManager: educational('sessionManager'),
    vectorDB: educational('vectorDB'),
    contextMemory: undefined,
    educationalChat: config?.functions.includes('ask') ? educational('educationalChat') : undefined,
    progressiveLearning: educational('progressiveLearning'),
    learningJourney: undefined,
  };
}

/** Where no start is looked at there is nothing to let by. */
function untilContent(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { phase, tiles } = loading.get();
      if (phase !== 'initial' && tiles.content === 'pending') return;
      stop();
      resolve();
    };
    let stop = () => {};
    stop = loading.subscribe(look);
    look();
  });
}

/** Reads are tried again for a while; the start does not wait for that once it is known that no server answers. */
function untilUnreachable(): Promise<never> {
  const link = connection();
  return new Promise((_, reject) => {
    const look = () => {
      const { online, reachable } = link.snapshot();
      if (online && reachable) return;
      stop();
      reject(new Error('The server cannot be reached'));
    };
    const stop = link.subscribe(look);
    look();
  });
}

/** Auth is ready when somebody is signed in. That may come later, after a time-out or by hand: then it counts too. */
function settleAuth(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { status } = sessionNow();
      if (status === 'unauthenticated' || status === 'session_expired') tellLoading({ type: 'nobody' });
      if (status !== 'authenticated') return false;
      resolve();
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

function tellTiles(service: ServiceState): void {
  if (loading.get().phase === 'initial' || service.status === 'initializing') return;
  if (service.name === 'auth') {
    tellLoading({ type: 'settled', tile: 'auth', ...(service.error === null ? {} : { error: service.error }) });
    return;
  }
  const states = services.get();
  // One educational service is enough to begin with.
  if (service.status === 'ready') tellLoading({ type: 'settled', tile: 'educational' });
  else if (serviceNames.every((name) => name === 'auth' || states[name].status !== 'initializing')) {
    tellLoading({ type: 'settled', tile: 'educational', error: service.error ?? '' });
  }
}

/** A critical service that fails must not cost what somebody was learning. */
function keepEducation({ status }: ServiceState): void {
  const user = sessionNow().user;
  if (status === 'failed' && user) {
    void Promise.all([loadPreservation(), loadEducation()])
      .then(([{ preserveEducation }, { educationalContext }]) => {
        if (!isEducationReady(services.get())) preserveEducation(thisBrowser(), educationalContext(user.id));
      })
      // Its code could not be loaded: there is no server.
      .catch(() => undefined);
  } else if (isEducationReady(services.get())) {
    void loadPreservation()
      .then(({ endPreservation }) => endPreservation(thisBrowser()))
      .catch(() => undefined);
  }
}
