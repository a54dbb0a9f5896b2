import { useEffect, useState } from 'react';

/** How far the text was scrolled: 0 with its beginning in view, 1 with its end. */
export function fractionRead(root: HTMLElement): number {
  const { top, height } = root.getBoundingClientRect();
  const way = height - window.innerHeight;
  if (way <= 0) return 1;
  return Math.min(1, Math.max(0, -top / way));
}

export function useProgress(root: HTMLElement | null): number {
  const [fraction, setFraction] = useState(0);
  useEffect(() => {
    if (!root) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      // Steps of a percent: the bar moves, the page does not render for every pixel.
      setFraction(Math.round(fractionRead(root) * 100) / 100);
    };
    const onChange = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    const observer = new ResizeObserver(onChange);
    observer.observe(root);
    window.addEventListener('scroll', onChange, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', onChange);
    };
  }, [root]);
  return fraction;
}
