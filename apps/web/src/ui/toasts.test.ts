import { afterEach, expect, test, vi } from 'vitest';
import { closeToast, onToastWaiting, openToasts, presentToasts, showToast, type Toast, toastLimit } from './toasts.ts';

afterEach(() => {
  for (const { id } of openToasts()) closeToast(id);
});

test('how long a toast stays depends on its kind, unless it is said', () => {
  for (const kind of ['success', 'info', 'warning', 'error'] as const) showToast({ kind, message: kind });
  showToast({ kind: 'info', message: 'kept', durationMs: 0 });
  expect(openToasts().map(({ durationMs }) => durationMs)).toEqual([4000, 5000, 7000, 6000, 0]);
});

test('no more than five are open: the oldest goes, and hears why', () => {
  const onClose = vi.fn();
  showToast({ kind: 'info', message: 'first', onClose });
  for (let count = 1; count < toastLimit; count += 1) showToast({ kind: 'info', message: `${count}` });
  expect(onClose).not.toHaveBeenCalled();
  showToast({ kind: 'info', message: 'last' });
  expect(openToasts()).toHaveLength(toastLimit);
  expect(openToasts().map(({ message }) => message)).toEqual(['1', '2', '3', '4', 'last']);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('limit');
});

test('closing twice tells once', () => {
  const onClose = vi.fn();
  const id = showToast({ kind: 'success', message: 'Deleted', onClose });
  closeToast(id, 'action');
  closeToast(id, 'time');
  expect(onClose).toHaveBeenCalledExactlyOnceWith('action');
});

test('a toast that was shown before anybody could draw it is drawn later', () => {
  const waiting = vi.fn();
  const stopListening = onToastWaiting(waiting);
  const early = showToast({ kind: 'info', message: 'early' });
  expect(waiting).toHaveBeenCalledOnce();

  const drawn: Toast[] = [];
  const closed: string[] = [];
  const stop = presentToasts({ add: (toast) => drawn.push(toast), close: (id) => closed.push(id) });
  showToast({ kind: 'info', message: 'late' });
  expect(drawn.map(({ message }) => message)).toEqual(['early', 'late']);
  expect(waiting).toHaveBeenCalledOnce();

  closeToast(early);
  expect(closed).toEqual([early]);
  stop();
  showToast({ kind: 'info', message: 'again alone' });
  expect(drawn).toHaveLength(2);
  stopListening();
});
