import { clsx } from 'clsx';
import type { ButtonHTMLAttributes } from 'react';
import { respondToTouch } from './touch-response.ts';

export type ButtonLook = 'primary' | 'quiet' | 'plain' | 'danger';

/** For links that look like buttons too. 44 px high where fingers are likely, 36 px elsewhere. */
export function buttonClass(look: ButtonLook, className?: string): string {
  return clsx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-10 px-4 text-14 font-medium transition-colors duration-150 pointer-fine:min-h-9',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress',
    look === 'primary' && 'bg-accent text-accent-ink not-disabled:hover:bg-accent-hover',
    look === 'quiet' && 'border border-line-strong bg-surface text-ink not-disabled:hover:bg-accent-soft',
    look === 'plain' && 'px-3 text-ink-muted not-disabled:hover:bg-accent-soft not-disabled:hover:text-ink',
    look === 'danger' && 'border border-line-strong bg-surface text-danger not-disabled:hover:bg-danger-soft',
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** Keeps the focus and the size, and says so, while the action runs. */
  busy?: boolean;
}

export function Button({ look = 'primary', busy = false, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      onPointerDown={look === 'primary' ? respondToTouch : undefined}
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, className)}
    />
  );
}
