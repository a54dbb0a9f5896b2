import { type RefObject, useEffect, useRef } from 'react';

/** A view that replaced another one takes the focus to where the reader goes on: its first field, or its words. */
export function useViewFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    // After the dialog's own first focus.
    const frame = requestAnimationFrame(() => {
      const element = target.current;
      if (!element) return;
      (element.querySelector<HTMLElement>('input:not([hidden])') ?? element).focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return target;
}
