import { createStore, type Store } from '../../lib/store.ts';
import type { Clock, Stop } from '../environment.ts';

const bannerMs = 10_000;
/** How long a new worker may take until the page is simply reloaded. */
const longestTakeoverMs = 3000;

type WorkerPart = Pick<ServiceWorker, 'state' | 'postMessage' | 'addEventListener'>;
interface RegistrationPart {
  waiting: WorkerPart | null;
  installing: WorkerPart | null;
  addEventListener: (name: 'updatefound', call: () => void) => void;
}
interface ContainerPart {
  controller: unknown;
  addEventListener: (name: 'message' | 'controllerchange', call: (event: Event) => void) => void;
}

export interface AppUpdate {
  shown: Store<boolean>;
  refresh: () => void;
  dismiss: () => void;
}

/**
 * Tells of a newer version that has been fetched. It takes over when the person says so, or when all pages are closed: never by itself while
 * somebody works.
 */
export function createAppUpdate(
  clock: Clock,
  container: ContainerPart,
  registration: RegistrationPart,
  reload: () => void,
): AppUpdate {
  const shown = createStore(false);
  let stopTimer: Stop = () => {};
  const dismiss = () => {
    stopTimer();
    shown.set(false);
  };
  const show = () => {
    stopTimer();
    shown.set(true);
    stopTimer = clock.after(bannerMs, dismiss);
  };
  const followInstalling = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The very first worker is no update.
      if (worker.state === 'installed' && container.controller) show();
    });
  };
  registration.addEventListener('updatefound', followInstalling);
  followInstalling();
  if (registration.waiting && container.controller) show();
  container.addEventListener('message', (event) => {
    const data = (event as MessageEvent).data as { type?: unknown } | null;
    if (data?.type === 'UPDATE_AVAILABLE') show();
  });

  function refresh(): void {
    dismiss();
    const { waiting } = registration;
    if (!waiting) {
      reload();
      return;
    }
    let reloaded = false;
    const once = () => {
      if (reloaded) return;
      reloaded = true;
      reload();
    };
    container.addEventListener('controllerchange', once);
    clock.after(longestTakeoverMs, once);
    waiting.postMessage({ type: 'SKIP_WAITING' });
  }
  return { shown, refresh, dismiss };
}
