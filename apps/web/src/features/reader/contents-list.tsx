import { clsx } from 'clsx';
import { useEffect, useMemo, useState } from 'react';

interface ContentsListProps {
  root: HTMLElement;
  /** After jumping: a sheet gets out of the way. */
  onJump?: (() => void) | undefined;
}

/** The article's headings; the one that is being read is marked. */
export function ContentsList({ root, onJump }: ContentsListProps) {
  const headings = useMemo(() => [...root.querySelectorAll<HTMLElement>('h2,h3,h4')], [root]);
  const current = useCurrentHeading(headings);
  if (headings.length === 0) return <p className="text-14 text-ink-muted">This article has no headings.</p>;
  return (
    <nav aria-label="Contents">
      <ol className="grid gap-0.5">
        {headings.map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of an article does not change while it is open
          <li key={index}>
            <button
              type="button"
              aria-current={index === current ? 'location' : undefined}
              onClick={() => {
                onJump?.();
                setTimeout(() => goToHeading(heading), onJump ? 250 : 0);
              }}
              className={clsx(
                'min-h-11 w-full rounded-6 border-s-2 py-1 pe-2 text-start text-14 outline-offset-[-2px] hover:bg-accent-soft pointer-fine:min-h-8',
                heading.localName === 'h2' ? 'ps-3' : heading.localName === 'h3' ? 'ps-6' : 'ps-9',
                index === current ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-muted',
              )}
            >
              <span dir="auto">{heading.textContent}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function goToHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
}

function useCurrentHeading(headings: readonly HTMLElement[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      // In a low window too, the heading that was jumped to is the current one.
      const line = Math.max(160, window.innerHeight / 4);
      setCurrent(headings.findLastIndex((heading) => heading.getBoundingClientRect().top < line));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
    };
  }, [headings]);
  return current;
}
