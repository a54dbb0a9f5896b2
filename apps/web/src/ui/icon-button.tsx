import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** What it does: its accessible name. Wrap it in a Tooltip to show it. */
  label: string;
  icon: ReactNode;
  look?: 'plain' | 'quiet' | 'danger' | undefined;
  /** For a button that stays pressed. */
  pressed?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** 44 px for fingers, 32 px for a mouse. */
export function IconButton({
  label,
  icon,
  look = 'plain',
  pressed,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed ?? rest['aria-pressed']}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center rounded-10 transition-colors duration-150 pointer-fine:size-8 [&_svg]:size-5 pointer-fine:[&_svg]:size-4.5',
        'disabled:cursor-not-allowed disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:text-accent',
        look === 'plain' && 'text-ink-muted not-disabled:hover:bg-accent-soft not-disabled:hover:text-ink',
        look === 'quiet' && 'border border-line-strong bg-surface text-ink not-disabled:hover:bg-accent-soft',
        look === 'danger' && 'text-danger not-disabled:hover:bg-danger-soft',
        className,
      )}
    >
      {icon}
    </button>
  );
}
