import { cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSwipeAway } from './use-swipe-away.ts';

const width = 300;
const onAway = vi.fn();

function Panel({ side }: { side: 'start' | 'end' }) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useSwipeAway(panel, side, onAway);
  return (
    <div ref={setPanel} data-testid="panel">
      <input />
    </div>
  );
}

function mount({ side = 'start', dir = 'ltr' }: { side?: 'start' | 'end'; dir?: 'ltr' | 'rtl' } = {}) {
  const { getByTestId } = render(<Panel side={side} />);
  const panel = getByTestId('panel');
  panel.style.direction = dir;
  panel.getBoundingClientRect = () => new DOMRect(0, 0, width, 700);
  panel.setPointerCapture = () => {};
  let at = 1000;
  const send = (
    type: string,
    x: number,
    y = 100,
    { ms = 16, pointerType = 'touch', target = panel as Element } = {},
  ) => {
    at += ms;
    const event = new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      isPrimary: true,
      pointerType,
      clientX: x,
      clientY: y,
    });
    Object.defineProperty(event, 'timeStamp', { value: at });
    target.dispatchEvent(event);
  };
  return { panel, send };
}

beforeEach(() => onAway.mockClear());
afterEach(cleanup);

describe('a finger on a side panel', () => {
  it('takes it along towards its edge, and out when it was let go far enough', () => {
    const { panel, send } = mount();
    send('pointerdown', 250);
    send('pointermove', 200);
    expect(panel.style.translate).toBe('-50px 0');
    send('pointermove', 110, 100, { ms: 400 });
    send('pointerup', 110, 100, { ms: 400 });
    expect(onAway).toHaveBeenCalledTimes(1);
    expect(panel.style.translate).toBe(`-${width}px 0`);
  });

  it('leaves it where it was after a short, slow way, and never pulls it inwards', () => {
    const { panel, send } = mount();
    send('pointerdown', 100);
    send('pointermove', 60, 100, { ms: 300 });
    send('pointermove', 180, 100, { ms: 300 });
    expect(panel.style.translate).toBe('');
    send('pointermove', 50, 100, { ms: 300 });
    send('pointerup', 50, 100, { ms: 300 });
    expect(onAway).not.toHaveBeenCalled();
    expect(panel.style.translate).toBe('');
  });

  it('is quick enough with a flick', () => {
    const { send } = mount();
    send('pointerdown', 200);
    send('pointermove', 170);
    send('pointermove', 140);
    send('pointerup', 140, 100, { ms: 4 });
    expect(onAway).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['scrolls', (send: ReturnType<typeof mount>['send']) => [send('pointerdown', 200), send('pointermove', 190, 160)]],
    ['goes inwards', (send: ReturnType<typeof mount>['send']) => [send('pointerdown', 100), send('pointermove', 140)]],
  ])('that %s first is let be to its end', (_, begin) => {
    const { panel, send } = mount();
    begin(send);
    send('pointermove', 0);
    send('pointerup', 0);
    expect(panel.style.translate).toBe('');
    expect(onAway).not.toHaveBeenCalled();
  });

  it('knows nothing of a mouse, and nothing of what is drawn along in a field', () => {
    const { panel, send } = mount();
    send('pointerdown', 250, 100, { pointerType: 'mouse' });
    send('pointermove', 50, 100, { pointerType: 'mouse' });
    send('pointerup', 50, 100, { pointerType: 'mouse' });
    const target = panel.querySelector('input') as Element;
    send('pointerdown', 250, 100, { target });
    send('pointermove', 50, 100, { target });
    send('pointerup', 50, 100, { target });
    expect(onAway).not.toHaveBeenCalled();
  });

  it('comes back when the browser takes the gesture over', () => {
    const { panel, send } = mount();
    send('pointerdown', 280);
    send('pointermove', 100);
    send('pointercancel', 100);
    expect(panel.style.translate).toBe('');
    expect(onAway).not.toHaveBeenCalled();
  });

  it.each([
    ['start', 'rtl', 1],
    ['end', 'ltr', 1],
    ['end', 'rtl', -1],
    ['start', 'ltr', -1],
  ] as const)('at the %s of a %s page has its own way out', (side, dir, way) => {
    const { panel, send } = mount({ side, dir });
    send('pointerdown', 150);
    send('pointermove', 150 + way * 140);
    expect(panel.style.translate).toBe(`${way * 140}px 0`);
    send('pointerup', 150 + way * 140);
    expect(onAway).toHaveBeenCalledTimes(1);
  });
});
