import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * One row that scrolls sideways where it does not fit, and fades at an end where there is more. What becomes `aria-current` in it, or
 * gets the focus, comes into view.
 */
export function ScrollRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      const most = scrollWidth - clientWidth;
      // Right to left it counts downwards from nought.
      const at = Math.abs(scrollLeft);
      element.toggleAttribute('data-more-before', at > 1);
      element.toggleAttribute('data-more-after', at < most - 1);
    };
    const showCurrent = () => {
      const current = element.querySelector<HTMLElement>('[aria-current]:not([aria-current="false"])');
      const [frame, item] = [element.getBoundingClientRect(), current?.getBoundingClientRect()];
      if (!item || (item.left >= frame.left && item.right <= frame.right)) return;
      element.scrollLeft += (item.left + item.right - frame.left - frame.right) / 2;
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const marks = new MutationObserver(showCurrent);
    marks.observe(element, { subtree: true, attributeFilter: ['aria-current'] });
    element.addEventListener('scroll', look, { passive: true });
    showCurrent();
    return () => {
      sizes.disconnect();
      marks.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return (
    <div ref={row} className={clsx('scroll-row overflow-x-auto overscroll-x-contain', className)}>
      {children}
    </div>
  );
}
