import { createStore, type Store } from '../../lib/store.ts';
import type { Environment, Stop } from '../environment.ts';
import type { InstallOffer } from './install-offer.ts';

const promptAfterMs = 3000;
const iosAfterMs = 5000;
export const promptDismissedKey = 'pwa-install-dismissed';
export const iosShownKey = 'pwa-ios-instructions-shown';

export interface InstallView {
  prompt: boolean;
  ios: boolean;
}

export interface InstallEnvironment extends Pick<Environment, 'clock' | 'local' | 'storageBlocked'> {
  offer: Pick<Store<InstallOffer | null>, 'get' | 'set' | 'subscribe'>;
  /** The page runs as an installed app. */
  standalone: boolean;
  /** Safari on an iPhone or iPad: installing is done by hand there. */
  ios: boolean;
  onInstalled: (call: () => void) => Stop;
}

export interface Installable {
  view: Store<InstallView>;
  install: () => Promise<void>;
  dismissPrompt: () => void;
  dismissIos: () => void;
  stop: Stop;
}

/** When installing is offered, and what is remembered of the answer. */
export function createInstallable(environment: InstallEnvironment): Installable {
  const { clock, local, offer, standalone, ios, storageBlocked, onInstalled } = environment;
  const view = createStore<InstallView>({ prompt: false, ios: false });
  const stops: Stop[] = [];
  let stopPrompt: Stop = () => {};
  let installed = standalone;
  const change = (part: Partial<InstallView>) => view.set({ ...view.get(), ...part });
  const mayShow = (key: string) => !installed && !storageBlocked && local.getItem(key) === null;

  const offered = () => {
    stopPrompt();
    if (!offer.get()) {
      change({ prompt: false });
      return;
    }
    if (!mayShow(promptDismissedKey)) return;
    stopPrompt = clock.after(promptAfterMs, () => change({ prompt: mayShow(promptDismissedKey) }));
  };

  function dismissPrompt(): void {
    stopPrompt();
    local.setItem(promptDismissedKey, 'true');
    change({ prompt: false });
  }

  async function install(): Promise<void> {
    const event = offer.get();
    change({ prompt: false });
    if (!event) return;
    // It can be used once.
    offer.set(null);
    try {
      await event.prompt();
      if ((await event.userChoice).outcome === 'dismissed') dismissPrompt();
    } catch {
      // The browser does not want it now: it will offer it again.
    }
  }

  stops.push(
    offer.subscribe(offered),
    onInstalled(() => {
      installed = true;
      stopPrompt();
      view.set({ prompt: false, ios: false });
    }),
  );
  offered();
  if (ios && mayShow(iosShownKey)) {
    stops.push(
      clock.after(iosAfterMs, () => {
        if (!mayShow(iosShownKey)) return;
        // Once only, read or not.
        local.setItem(iosShownKey, 'true');
        change({ ios: true });
      }),
    );
  }
  return {
    view,
    install,
    dismissPrompt,
    dismissIos: () => change({ ios: false }),
    stop: () => {
      stopPrompt();
      for (const stop of stops) stop();
    },
  };
}
