import type { PointerEvent } from 'react';

/** A touch that scrolls has moved by then. */
export const touchDelayMs = 50;
export const vibrationMs = 50;
/** `theme.css` makes what carries it 0.95 of its size. */
const pressedAttribute = 'data-pressed';

/**
 * A finger feels and sees that it was heard: the control gives way a little and the phone hums. Give it to a button as
 * `onPointerDown`. A mouse has its own signs, and who asked for less motion gets neither.
 */
export function respondToTouch({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void {
  if (pointerType !== 'touch' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const press = setTimeout(() => {
    currentTarget.setAttribute(pressedAttribute, '');
    // Before the first tap of a visit a browser refuses, and complains.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibrationMs);
  }, touchDelayMs);
  const end = () => {
    clearTimeout(press);
    currentTarget.removeAttribute(pressedAttribute);
    for (const name of ends) window.removeEventListener(name, end, true);
  };
  for (const name of ends) window.addEventListener(name, end, true);
}

/** `pointercancel`: it was a scroll after all. */
const ends = ['pointerup', 'pointercancel', 'blur'] as const;
