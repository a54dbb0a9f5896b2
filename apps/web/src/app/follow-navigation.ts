import type { AnyRouter } from '@tanstack/react-router';

/**
 * A new screen takes the focus to its heading, so that keyboard and screen reader start where eyes do.
 * Not on the first load, and not when only the search words or the fragment changed.
 */
export function moveFocusOnNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    // Who has begun to type in a window that was opened meanwhile goes on. The menu or the palette that led here is closing.
    if (document.activeElement?.matches('[role="dialog"]:not([data-closed]) :is(input, textarea)')) return;
    focusScreen();
  });
}

/** The heading of what is shown, or all of it while the heading is not there yet. */
export function focusScreen(): void {
  const main = document.getElementById('main');
  const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
  target?.focus({ preventScroll: true });
}
