import { type RefObject, useEffect } from 'react';

/**
 * A control that goes or is disabled while it has the focus leaves the keyboard nowhere: then the focus goes to `fallback`. For parts
 * whose controls come and go by what is done there.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, fallback: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let last: Element | undefined;
    const gone = (control: Element) => !control.isConnected || control.matches(':disabled');
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : undefined;
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) last = undefined;
      // Left for the page itself, or taken along by what is just going: that is known when it is gone.
      else
        queueMicrotask(() => {
          if (last && last === target && !gone(last)) last = undefined;
        });
    };
    const look = () => {
      if (!last || !gone(last)) return;
      const lost = document.activeElement === document.body || document.activeElement === last;
      last = undefined;
      if (lost) fallback.current?.focus();
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', remember);
    element.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
      element.removeEventListener('focusout', leave);
    };
  }, [frame, fallback]);
}
