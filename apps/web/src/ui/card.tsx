import { clsx } from 'clsx';
import type { HTMLAttributes } from 'react';
import { cardClass } from './links.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** Answers to the pointer: the link inside fills the card (`before:absolute before:inset-0`). */
  interactive?: boolean | undefined;
}

export function Card({ as: Element = 'div', interactive = false, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={clsx(
        cardClass,
        interactive &&
          'relative transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent',
        className,
      )}
    />
  );
}
