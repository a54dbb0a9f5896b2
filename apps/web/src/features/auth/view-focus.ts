import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A view that replaced another one takes the focus to where the reader goes on: its first field, or its words. */
export function useViewFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useLayoutEffect(() => {
    const take = () => {
      const element = target.current;
      if (!element || element.contains(document.activeElement)) return;
      (element.querySelector<HTMLElement>('input:not([hidden])') ?? element).focus();
    };
    // The button that led here is gone and took the focus along: at once, before the dialog takes it back for itself.
    if (document.activeElement === document.body) take();
    // When the dialog opens it remembers where the focus was: only then may it move.
    const frame = requestAnimationFrame(take);
    return () => cancelAnimationFrame(frame);
  }, []);
  return target;
}
