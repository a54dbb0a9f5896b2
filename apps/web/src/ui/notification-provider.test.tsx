import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MissingProviderError } from '../lib/required-context.ts';
import { NotificationProvider, useNotifications } from './notification-provider.tsx';

test('the hook names itself and its provider where there is none', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderHook(() => useNotifications())).toThrow(MissingProviderError);
  expect(() => renderHook(() => useNotifications())).toThrow(
    'useNotifications must be used within a NotificationProvider.',
  );
  report.mockRestore();
});

test('inside of it, the hook gives the same object at every call', () => {
  const { result, rerender } = renderHook(() => useNotifications(), { wrapper: NotificationProvider });
  const first = result.current;
  rerender();
  expect(result.current).toBe(first);
});
