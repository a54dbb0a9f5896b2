import { clsx } from 'clsx';

/** What floats above the page is raised, bordered and the only thing that casts a shadow. */
const surface = 'rounded-10 border border-line bg-raised text-ink shadow-float';

/** Grows out of the edge it hangs on. Base UI sets the origin and the two states. */
const motion =
  'origin-(--transform-origin) transition-[opacity,scale] duration-150 ease-out motion-reduce:transition-none data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:scale-97 data-ending-style:opacity-0 data-instant:duration-0';

export function floatingClass(className?: string): string {
  return clsx(surface, motion, 'max-w-[calc(100vw-1rem)] outline-none', className);
}

/** A row of a menu or of a list of options: 44 px for fingers, 32 px for a mouse. */
export const optionClass =
  'flex min-h-11 cursor-default items-center gap-2.5 rounded-6 px-2.5 py-1 text-14 outline-none select-none pointer-fine:min-h-8 data-highlighted:bg-accent-soft data-disabled:text-ink-muted data-disabled:opacity-60';
