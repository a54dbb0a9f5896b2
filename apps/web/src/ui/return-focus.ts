import { useRef } from 'react';

/** The heading of the part of the page in which an element stands, if a script can focus it. */
function headingOf(element: Element | null): HTMLElement | null {
  const part = element?.closest('section[aria-labelledby]');
  const heading = document.getElementById(part?.getAttribute('aria-labelledby') ?? '');
  return heading?.matches('[tabindex]') ? heading : null;
}

/**
 * Where the focus goes when a dialog closes: to what opened it. What opened it may be gone meanwhile, or it opened by itself: then to
 * the heading of the part where that stood, or of the screen, and never to nowhere.
 */
export function useReturnFocus(open: boolean): () => HTMLElement | boolean {
  const opener = useRef<Element>(null);
  const heading = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) {
    opener.current = document.activeElement;
    heading.current = headingOf(document.activeElement);
  }
  wasOpen.current = open;
  return () => {
    const now = document.activeElement;
    // Another screen, or a dialog that opened while this one closed, has taken it already.
    const closing = now?.closest('[role="dialog"]:not([data-open])');
    if (now && now !== document.body && !closing) return false;
    const from = opener.current;
    if (from?.isConnected && from !== document.body && !from.matches(':disabled')) return true;
    if (heading.current?.isConnected) return heading.current;
    return document.querySelector<HTMLElement>('main h1[tabindex]') ?? true;
  };
}
