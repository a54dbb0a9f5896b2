import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Crop, largestZoom, movePicture, pictureInFrame, type Size, zoomTo } from './crop-math.ts';

const step = 0.04;
const largeStep = 0.2;
const zoomStep = 0.25;

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface CropFrameProps {
  url: string;
  size: Size;
  crop: Crop;
  onChange: (change: (crop: Crop) => Crop) => void;
}

/** The picture behind a round window: dragged by pointer or finger, zoomed by wheel, pinch or slider, and both by keys. */
export function CropFrame({ url, size, crop, onChange }: CropFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const hintId = useId();
  const zoomId = useId();

  const inFrames = (x: number, y: number) => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (x - left) / width - 0.5, y: (y - top) / height - 0.5 };
  };

  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      // Else the dialog would scroll; React's own listener may not say so.
      event.preventDefault();
      const point = inFrames(event.clientX, event.clientY);
      onChange((now) => zoomTo(size, now, now.zoom * Math.exp(-event.deltaY / 500), point));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = inFrames(event.clientX, event.clientY);
    pointers.current.set(event.pointerId, now);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return onChange((crop) => movePicture(size, crop, now.x - before.x, now.y - before.y));
    const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const ratio = spread(now) / Math.max(spread(before), 0.01);
    onChange((crop) =>
      zoomTo(size, movePicture(size, crop, (now.x - before.x) / 2, (now.y - before.y) / 2), crop.zoom * ratio, middle),
    );
  };
  const letGo = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const by = event.shiftKey ? largeStep : step;
    if (arrow) onChange((now) => movePicture(size, now, arrow[0] * by, arrow[1] * by));
    else if (event.key === '+' || event.key === '=') onChange((now) => zoomTo(size, now, now.zoom + zoomStep));
    else if (event.key === '-') onChange((now) => zoomTo(size, now, now.zoom - zoomStep));
    else return;
    event.preventDefault();
  };
  const zoomBy = (change: number) => onChange((now) => zoomTo(size, now, now.zoom + change));

  return (
    <div className="grid justify-items-center gap-4">
      <div
        ref={frame}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it answers to the arrow keys
        tabIndex={0}
        aria-label="Part of the picture"
        aria-describedby={hintId}
        data-testid="crop-frame"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, inFrames(event.clientX, event.clientY));
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="relative aspect-square w-full max-w-72 cursor-move touch-none overflow-hidden rounded-10 border border-line-strong bg-surface select-none focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
      >
        <img
          src={url}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none"
          style={pictureInFrame(size, crop)}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_100vmax_var(--backdrop)] outline-2 -outline-offset-2 outline-raised"
        />
      </div>
      <p id={hintId} className="max-w-72 text-center text-13 text-ink-muted">
        Drag the picture, or move it with the arrow keys. Plus and minus zoom.
      </p>
      <div className="flex w-full max-w-72 items-center gap-2">
        <IconButton label="Zoom out" icon={<Minus aria-hidden />} onClick={() => zoomBy(-zoomStep)} />
        <label htmlFor={zoomId} className="sr-only">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={largestZoom}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          onChange={(event) => onChange((now) => zoomTo(size, now, Number(event.target.value)))}
          className="h-11 min-w-0 flex-1 rounded-10 accent-accent pointer-fine:h-8"
        />
        <IconButton label="Zoom in" icon={<Plus aria-hidden />} onClick={() => zoomBy(zoomStep)} />
      </div>
    </div>
  );
}
