import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

const vibrate = vi.fn(() => true);
let lessMotion = false;
let touchedBefore = true;

beforeEach(() => {
  vi.useFakeTimers();
  vibrate.mockClear();
  lessMotion = false;
  touchedBefore = true;
  vi.stubGlobal('matchMedia', () => ({ matches: lessMotion }));
  Object.assign(navigator, { vibrate });
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    get: () => ({ hasBeenActive: touchedBefore }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (pointerType: string, look: 'primary' | 'quiet' = 'primary') => {
  render(<Button look={look}>{look}</Button>);
  const button = screen.getByRole('button', { name: look });
  fireEvent.pointerDown(button, { pointerType });
  return button;
};

test('a finger is answered after 50 ms with 50 ms of humming, until it leaves', () => {
  const button = press('touch');
  vi.advanceTimersByTime(49);
  expect(button.hasAttribute('data-pressed')).toBe(false);
  expect(vibrate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(button.hasAttribute('data-pressed')).toBe(true);
  expect(vibrate).toHaveBeenCalledExactlyOnceWith(50);
  fireEvent.pointerUp(window);
  expect(button.hasAttribute('data-pressed')).toBe(false);
});

test('a touch that turns out to be a scroll is not answered', () => {
  const button = press('touch');
  vi.advanceTimersByTime(30);
  fireEvent.pointerCancel(window);
  vi.advanceTimersByTime(1000);
  expect(button.hasAttribute('data-pressed')).toBe(false);
  expect(vibrate).not.toHaveBeenCalled();
});

test('a mouse, a wish for less motion and a quiet button are left alone', () => {
  const byMouse = press('mouse');
  vi.advanceTimersByTime(100);
  expect(byMouse.hasAttribute('data-pressed')).toBe(false);
  const quiet = press('touch', 'quiet');
  vi.advanceTimersByTime(100);
  expect(quiet.hasAttribute('data-pressed')).toBe(false);
  lessMotion = true;
  fireEvent.pointerDown(byMouse, { pointerType: 'touch' });
  vi.advanceTimersByTime(100);
  expect(byMouse.hasAttribute('data-pressed')).toBe(false);
  expect(vibrate).not.toHaveBeenCalled();
});

test('before the first tap of a visit it does not hum', () => {
  touchedBefore = false;
  const button = press('touch');
  vi.advanceTimersByTime(50);
  expect(button.hasAttribute('data-pressed')).toBe(true);
  expect(vibrate).not.toHaveBeenCalled();
});
