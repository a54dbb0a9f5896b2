/** The theme a person chose. `public/theme.js` applies it before first paint under the same key. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'cairn-theme';
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

let chosen: ThemeChoice | undefined;
const listeners = new Set<() => void>();

/** The choice that holds in this page, also where nothing can be stored. */
export const themeChoice = (): ThemeChoice => chosen ?? readThemeChoice();

export function subscribeThemeChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseTheme(choice: ThemeChoice): void {
  chosen = choice;
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
  apply(choice);
  for (const listener of listeners) listener();
}

/** Follows the system while the choice is `system`. */
export function followSystemTheme(): void {
  systemDark().addEventListener('change', () => apply(themeChoice()));
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && systemDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
