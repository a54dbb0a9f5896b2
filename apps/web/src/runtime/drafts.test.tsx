import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '../lib/store.ts';

type Session = { status: string; user: { id: string } | null };
const session = vi.hoisted(() => ({ store: undefined as unknown }));
vi.mock('./session.ts', () => {
  const store = createStore<Session>({ status: 'authenticated', user: { id: 'ada' } });
  session.store = store;
  return { sessionNow: store.get, subscribeSession: store.subscribe };
});

const { countDrafts, forgetDrafts, useDraft } = await import('./drafts.ts');
const key = 'cairn-drafts-ada';
const be = (status: string, id?: string) =>
  (session.store as ReturnType<typeof createStore<Session>>).set({ status, user: id ? { id } : null });
const type = (name: string, text: string) => {
  const { result, unmount } = renderHook(() => useDraft(name));
  act(() => result.current[1](text));
  unmount();
};
const shown = (name: string) => {
  const { result, unmount } = renderHook(() => useDraft(name));
  const [text] = result.current;
  unmount();
  return text;
};

beforeEach(() => {
  vi.useFakeTimers();
  be('authenticated', 'ada');
});
afterEach(() => {
  forgetDrafts('ada');
  forgetDrafts('bob');
  vi.useRealTimers();
});

it('has the text again for whoever comes back, and keeps it in the browser', () => {
  type('question', 'What is');
  expect(shown('question')).toBe('What is');
  expect(shown('import address')).toBe('');
  vi.advanceTimersByTime(400);
  expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ question: { text: 'What is' } });
  expect(countDrafts('ada')).toBe(1);
  type('question', '');
  vi.advanceTimersByTime(400);
  expect(localStorage.getItem(key)).toBeNull();
});

it('shows one person nothing of another, also after an expired session', () => {
  type('question', 'Hers');
  be('session_expired');
  type('question', 'Hers, and more');
  vi.advanceTimersByTime(400);
  expect(localStorage.getItem(key)).toContain('and more');
  be('authenticated', 'bob');
  expect(shown('question')).toBe('');
  be('authenticated', 'ada');
  expect(shown('question')).toBe('Hers, and more');
});

it('writes nothing any more after a sign-out, and has it while the page is there', () => {
  type('question', 'Half');
  be('unauthenticated');
  localStorage.removeItem(key);
  type('question', 'Half a question');
  vi.advanceTimersByTime(400);
  expect(localStorage.getItem(key)).toBeNull();
  be('authenticated', 'ada');
  expect(shown('question')).toBe('Half a question');
});

it('has a text of its own for each name', () => {
  const { result, rerender } = renderHook(({ name }) => useDraft(name), { initialProps: { name: 'question a' } });
  act(() => result.current[1]('About a'));
  rerender({ name: 'question b' });
  expect(result.current[0]).toBe('');
  rerender({ name: 'question a' });
  expect(result.current[0]).toBe('About a');
});
