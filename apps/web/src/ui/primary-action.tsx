import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type ReactNode, useEffect } from 'react';
import { useKeyboardOnScreen } from '../lib/use-keyboard-on-screen.ts';
import { Button, buttonClass } from './button.tsx';
import { respondToTouch } from './touch-response.ts';

/** What a screen is there for, once on it. */
export type PrimaryAction = { label: string; icon: ReactNode } & (
  | { to: string; onClick?: undefined }
  | { to?: undefined; onClick: () => void }
);

/** Among the other actions of the heading. */
export function PrimaryButton({ action: { label, icon, to, onClick } }: { action: PrimaryAction }) {
  if (to !== undefined) {
    return (
      <Link to={to} className={buttonClass('primary', iconSize)}>
        {icon}
        {label}
      </Link>
    );
  }
  return (
    <Button onClick={onClick} className={iconSize}>
      {icon}
      {label}
    </Button>
  );
}

const iconSize = '[&_svg]:size-4';
const floatingLook = clsx(
  'pointer-events-auto inline-flex min-h-14 items-center gap-2.5 rounded-full bg-accent ps-5 pe-6 text-14 font-medium text-accent-ink shadow-float',
  'outline-offset-3 [&_svg]:size-5',
);

/**
 * Where the thumb is, above whatever stands at the lower edge. What is scrolled to stops above it by `--floating-action`, so that it
 * covers nothing that has the focus; it makes room for a keyboard on the screen and for whatever says `data-thumb-bar`.
 */
export function FloatingAction({ action: { label, icon, to, onClick } }: { action: PrimaryAction }) {
  const keyboard = useKeyboardOnScreen();
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--floating-action', '5.5rem');
    return () => {
      style.removeProperty('--floating-action');
    };
  }, []);
  if (keyboard) return null;
  return (
    <div
      data-floating-action
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+max(var(--bottom-bar,0px),env(safe-area-inset-bottom)))] z-20 flex justify-end ps-[max(1rem,env(safe-area-inset-left),env(safe-area-inset-right))] pe-[max(1rem,env(safe-area-inset-left),env(safe-area-inset-right))] transition-[bottom] duration-150 ease-out motion-reduce:transition-none print:hidden"
    >
      {to === undefined ? (
        <button type="button" onPointerDown={respondToTouch} onClick={onClick} className={floatingLook}>
          {icon}
          {label}
        </button>
      ) : (
        <Link to={to} onPointerDown={respondToTouch} className={floatingLook}>
          {icon}
          {label}
        </Link>
      )}
    </div>
  );
}
