import { beforeEach, expect, it, vi } from 'vitest';
import { keepTyped } from './keep-typed.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('is over when what was typed is sent, and 1.5 s later when it cannot be sent', async () => {
  await keepTyped(async () => 'sent');
  await keepTyped(async () => {
    throw new Error('no server');
  });
  let over = false;
  void keepTyped(() => new Promise(() => {})).then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(1499);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toBe(true);
});
