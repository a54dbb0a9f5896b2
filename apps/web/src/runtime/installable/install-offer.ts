import { createStore } from '../../lib/store.ts';

/** Chromium's offer to install the app. Not in the types of browsers that have no such thing. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The offer comes once and early: it is caught before the code that shows it is there. */
export const installOffer = createStore<InstallOffer | null>(null);

export function catchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The app asks in its own words, when the person has had a look.
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => installOffer.set(null));
}
