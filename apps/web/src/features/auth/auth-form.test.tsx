import { act, cleanup, renderHook } from '@testing-library/react';
import type { FormEvent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAuthForm } from './auth-form.ts';

afterEach(cleanup);

const submitted = { preventDefault: () => {} } as FormEvent;

it('says that something unexpected happened when the call throws, and can be sent again', async () => {
  const send = vi.fn(async () => Promise.reject(new Error('The client could not be loaded.')));
  const { result } = renderHook(() => useAuthForm(() => ({}), send));
  await act(async () => result.current.submit(submitted));
  expect(result.current.message).toEqual({ text: 'An unexpected error occurred. Please try again.' });
  expect(result.current.busy).toBe(false);
  await act(async () => result.current.submit(submitted));
  expect(send).toHaveBeenCalledTimes(2);
});

it('sends nothing while a field is wrong, nor twice at once', async () => {
  let answer = () => {};
  const send = vi.fn(
    () =>
      new Promise<undefined>((resolve) => {
        answer = () => resolve(undefined);
      }),
  );
  let problems: { email?: string } = { email: 'Please enter your email address' };
  const { result } = renderHook(() => useAuthForm(() => problems, send));
  await act(async () => result.current.submit(submitted));
  expect(result.current.errors).toEqual(problems);
  expect(send).not.toHaveBeenCalled();
  problems = {};
  await act(async () => result.current.submit(submitted));
  expect(result.current.busy).toBe(true);
  await act(async () => result.current.submit(submitted));
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => answer());
  expect(result.current.busy).toBe(false);
});
