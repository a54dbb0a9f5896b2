import { chooseTheme, readThemeChoice, type ThemeChoice } from '../../lib/theme.ts';

/** Whether a visitor is signed in, as far as the page knows. Nobody has looked yet: `unknown`. */
export type LandingSession = 'unknown' | 'out' | 'in';

export interface LandingActions {
  openAuth(view: 'signin' | 'signup'): void;
  /** Somebody is about to act: bring the code. Called at most once. */
  prepare(): void;
  /** Goes to a place of the app without loading a page; absent: the browser follows its link. */
  navigate?(path: string): void;
}

export const getStartedHref = (session: LandingSession): string => (session === 'in' ? '/dashboard' : '/sign-up');

const plainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/**
 * Brings the page to life: it is the same markup whether the server sent it or React drew it.
 * Everything hangs on delegated listeners of `root`; the returned function takes them off.
 */
export function wireLanding(root: HTMLElement, { openAuth, prepare, navigate }: LandingActions): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let prepared = false;
  const prepareOnce = (event: Event) => {
    if (prepared || !within(event, '[data-action]')) return;
    prepared = true;
    prepare();
  };
  for (const intent of ['pointerover', 'pointerdown', 'focusin']) root.addEventListener(intent, prepareOnce, options);

  root.addEventListener(
    'click',
    (event) => {
      const link = within(event, 'a');
      if (!(link instanceof HTMLAnchorElement) || !plainClick(event) || event.defaultPrevented) return;
      const { action } = link.dataset;
      const signedIn = root.dataset.session === 'in';
      if (action && !signedIn) {
        event.preventDefault();
        openAuth(action === 'sign-in' ? 'signin' : 'signup');
      } else if (link.hash && link.pathname === window.location.pathname) {
        // The fragment of the address belongs to the app: only the focus goes there.
        event.preventDefault();
        document.getElementById(link.hash.slice(1))?.focus();
      } else if (navigate && link.origin === window.location.origin) {
        event.preventDefault();
        navigate(link.pathname + link.search + link.hash);
      }
    },
    options,
  );

  wireTheme(root, stop.signal);
  return () => stop.abort();
}

/** The page is told who is there, without a reload: by attributes, so that nothing moves. */
export function showSession(root: HTMLElement, session: LandingSession): void {
  root.dataset.session = session;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-action="get-started"]')) {
    link.href = getStartedHref(session);
  }
}

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];

function wireTheme(root: HTMLElement, signal: AbortSignal): void {
  const picker = root.querySelector<HTMLSelectElement>('select[data-theme-picker]');
  if (picker) {
    picker.value = readThemeChoice();
    picker.addEventListener('change', () => chooseTheme(themes.find((theme) => theme === picker.value) ?? 'system'), {
      signal,
    });
  }
  const pictures = () => showPicturesOf(root, document.documentElement.dataset.theme === 'dark');
  pictures();
  const observer = new MutationObserver(pictures);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => observer.disconnect());
}

/** The markup chooses by the system's theme; somebody who chose another one gets its pictures. */
function showPicturesOf(root: HTMLElement, dark: boolean): void {
  const asSystem = matchMedia('(prefers-color-scheme: dark)').matches === dark;
  for (const source of root.querySelectorAll<HTMLSourceElement>('source[data-dark]')) {
    const wanted = asSystem ? '(prefers-color-scheme: dark)' : dark ? 'all' : 'not all';
    if (source.media !== wanted) source.media = wanted;
  }
}
