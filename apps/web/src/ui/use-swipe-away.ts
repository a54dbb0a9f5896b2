import { type RefObject, useEffect, useRef } from 'react';

/** Before it has moved so far nobody knows which way a finger goes. */
const slopPixels = 10;
/** Let go beyond this part of its width the panel goes on. */
const farEnough = 0.4;
/** Pixels a millisecond: a flick. */
const fastEnough = 0.5;
/** The speed is that of the last moments: who stops before letting go has thought again. */
const speedMs = 100;
/** Fields and sliders are drawn along by themselves. */
const ownMoves = 'input, textarea, select, [role="slider"], [contenteditable="true"]';

interface Sample {
  x: number;
  at: number;
}

/**
 * A finger takes a side panel out by the edge it came from: the panel follows it, goes on when it was let go far or fast enough, and
 * comes back otherwise. Scrolling up and down stays the browser's (`touch-action: pan-y`). `panel` is null while there is none.
 */
export function useSwipeAway(panel: HTMLElement | null, side: 'start' | 'end', onAway: () => void): void {
  const away = useLatest(onAway);
  useEffect(() => {
    if (!panel) return;
    // Which way out is, in pixels to the right.
    const outwards = () => ((getComputedStyle(panel).direction === 'rtl') === (side === 'start') ? 1 : -1);
    let finger: { id: number; x: number; y: number; follows: boolean; samples: Sample[] } | undefined;

    const place = (pixels: number) => {
      panel.style.translate = pixels === 0 ? '' : `${pixels}px 0`;
    };
    const onDown = ({ pointerType, isPrimary, pointerId, clientX, clientY, timeStamp, target }: PointerEvent) => {
      if (pointerType !== 'touch' || !isPrimary) return;
      if (target instanceof Element && target.closest(ownMoves)) return;
      finger = { id: pointerId, x: clientX, y: clientY, follows: false, samples: [{ x: clientX, at: timeStamp }] };
    };
    const onMove = ({ pointerId, clientX, clientY, timeStamp }: PointerEvent) => {
      if (finger?.id !== pointerId) return;
      const moved = (clientX - finger.x) * outwards();
      const aside = Math.abs(clientY - finger.y);
      if (!finger.follows) {
        if (Math.max(Math.abs(moved), aside) < slopPixels) return;
        if (moved <= aside) {
          finger = undefined;
          return;
        }
        finger.follows = true;
        panel.setPointerCapture(pointerId);
        panel.style.transition = 'none';
      }
      finger.samples = [...finger.samples, { x: clientX, at: timeStamp }].filter(({ at }) => timeStamp - at <= speedMs);
      place(Math.max(0, moved) * outwards());
    };
    const settle = (event: PointerEvent, mayGo: boolean) => {
      if (finger?.id !== event.pointerId) return;
      const { x, follows, samples } = finger;
      finger = undefined;
      if (!follows) return;
      panel.style.transition = '';
      const width = panel.getBoundingClientRect().width;
      const moved = (event.clientX - x) * outwards();
      const [first] = samples.filter(({ at }) => event.timeStamp - at <= speedMs);
      const speed = first ? ((event.clientX - first.x) * outwards()) / Math.max(1, event.timeStamp - first.at) : 0;
      const goes = mayGo && speed > -fastEnough && (moved > width * farEnough || speed > fastEnough);
      place(goes ? width * outwards() : 0);
      if (goes) away.current();
    };
    const onUp = (event: PointerEvent) => settle(event, true);
    const onCancel = (event: PointerEvent) => settle(event, false);
    panel.addEventListener('pointerdown', onDown);
    panel.addEventListener('pointermove', onMove);
    panel.addEventListener('pointerup', onUp);
    panel.addEventListener('pointercancel', onCancel);
    return () => {
      panel.removeEventListener('pointerdown', onDown);
      panel.removeEventListener('pointermove', onMove);
      panel.removeEventListener('pointerup', onUp);
      panel.removeEventListener('pointercancel', onCancel);
    };
  }, [panel, side, away]);
}

function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
