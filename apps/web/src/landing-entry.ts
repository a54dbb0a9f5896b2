import './ui/theme.css';
import { sessionStorageKey } from './data/public-config.ts';
import { type LandingActions, showSession, wireLanding } from './features/landing/landing-behaviour.ts';
import { readStored } from './lib/storage.ts';
import { followSystemTheme } from './lib/theme.ts';

// All the script that the landing page needs before somebody acts. The sign-in modal comes with the first sign of
// intent; the app itself is another page.
followSystemTheme();

// A mail's link may lead here with a session in the address: the app takes it out and signs in.
if (/[#&]access_token=/.test(window.location.hash)) window.location.replace(`/dashboard${window.location.hash}`);

const root = document.querySelector<HTMLElement>('[data-landing]');
if (!root) throw new Error('The page has no landing page in it.');

/** A kept session is enough here: the app settles what it is worth. */
const showWhoIsHere = () => showSession(root, readStored(sessionStorageKey()) === null ? 'out' : 'in');

const loadModal = () => import('./landing-auth.tsx');
const openAuth: LandingActions['openAuth'] = (view) => {
  loadModal()
    .then(({ openLandingAuth }) => openLandingAuth(view, showWhoIsHere))
    // The code cannot be had now: the link's own address asks again, with all that the app says to failures.
    .catch(() => window.location.assign(view === 'signin' ? '/sign-in' : '/sign-up'));
};

wireLanding(root, {
  openAuth,
  // A failure shows when it counts, at the click.
  prepare: () => void loadModal().catch(() => undefined),
});
showWhoIsHere();
window.addEventListener('storage', showWhoIsHere);
// Back from the app: the page may have been kept as it was.
window.addEventListener('pageshow', showWhoIsHere);
