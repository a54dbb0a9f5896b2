import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dismiss,
  enterDelayMs,
  holdNotifications,
  type Notification,
  notificationLimit,
  notificationPosition,
  notificationTypes,
  notify,
  openNotifications,
  presentNotifications,
  setNotificationPosition,
  updateNotification,
} from './notifications.ts';

const open = () => openNotifications.get();
const said = () => open().map(({ message }) => message);
let stop: () => void;
let drawn: string[];

beforeEach(() => {
  vi.useFakeTimers();
  drawn = [];
  stop = presentNotifications({
    add: ({ message }) => drawn.push(`+${message}`),
    update: ({ message }) => drawn.push(`~${message}`),
    close: () => drawn.push('-'),
  });
});

afterEach(() => {
  for (const { id } of open()) dismiss(id);
  for (const why of ['pointer', 'focus', 'hidden'] as const) holdNotifications(why, false);
  stop();
  vi.useRealTimers();
});

test.each([
  ['success', 4000],
  ['info', 5000],
  ['warning', 7000],
  ['error', 6000],
] as const)('%s stays for %i ms after it has come', (type, ms) => {
  const onClose = vi.fn();
  notify({ type, message: type, onClose });
  vi.advanceTimersByTime(enterDelayMs + ms - 1);
  expect(said()).toEqual([type]);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([]);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('time');
});

test('a duration of its own, and none at all', () => {
  notify({ type: 'info', message: 'short', duration: 100 });
  notify({ type: 'error', message: 'kept', persistent: true });
  vi.advanceTimersByTime(enterDelayMs + 100);
  expect(said()).toEqual(['kept']);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(said()).toEqual(['kept']);
});

test('no more than five are open: the oldest goes, and hears why', () => {
  const onClose = vi.fn();
  notify({ type: 'info', message: 'first', onClose });
  for (let count = 1; count < notificationLimit; count += 1) notify({ type: 'info', message: `${count}` });
  expect(onClose).not.toHaveBeenCalled();
  notify({ type: 'info', message: 'last' });
  expect(said()).toEqual(['1', '2', '3', '4', 'last']);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('limit');
});

test('one that is shown while the oldest is told to go still finds room for five', () => {
  for (let count = 0; count < notificationLimit; count += 1) {
    notify({
      type: 'info',
      message: `${count}`,
      onClose: () => count === 0 && notify({ type: 'info', message: 'why' }),
    });
  }
  notify({ type: 'info', message: 'last' });
  expect(open().length).toBeLessThanOrEqual(notificationLimit);
  expect(said()).toContain('last');
  expect(said()).toContain('why');
});

test('closing twice tells once', () => {
  const onClose = vi.fn();
  const id = notify({ type: 'success', message: 'Deleted', onClose });
  dismiss(id, 'action');
  dismiss(id, 'time');
  vi.advanceTimersByTime(60_000);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('action');
});

test.each(['pointer', 'focus', 'hidden'] as const)(
  'no time passes while held by %s, and the rest of it afterwards',
  (why) => {
    notify({ type: 'success', message: 'held' });
    vi.advanceTimersByTime(enterDelayMs + 3000);
    holdNotifications(why, true);
    notify({ type: 'success', message: 'came meanwhile' });
    vi.advanceTimersByTime(60_000);
    expect(said()).toEqual(['held', 'came meanwhile']);
    holdNotifications(why, false);
    vi.advanceTimersByTime(999);
    expect(said()).toEqual(['held', 'came meanwhile']);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual(['came meanwhile']);
    vi.advanceTimersByTime(3000 + enterDelayMs);
    expect(said()).toEqual([]);
  },
);

test('two reasons to wait: both have to end', () => {
  notify({ type: 'success', message: 'held' });
  holdNotifications('pointer', true);
  holdNotifications('hidden', true);
  holdNotifications('pointer', false);
  vi.advanceTimersByTime(60_000);
  expect(said()).toEqual(['held']);
  holdNotifications('hidden', false);
  vi.advanceTimersByTime(enterDelayMs + 4000);
  expect(said()).toEqual([]);
});

test('a pointer that rested on the last one does not hold the next', () => {
  const id = notify({ type: 'success', message: 'under the pointer' });
  holdNotifications('pointer', true);
  dismiss(id, 'person');
  notify({ type: 'success', message: 'next' });
  vi.advanceTimersByTime(enterDelayMs + 4000);
  expect(said()).toEqual([]);
});

test('progress stays until it ends, then the type decides', () => {
  const id = notify({ type: 'info', message: 'Fetching', showProgress: true, progress: 0 });
  vi.advanceTimersByTime(60_000);
  updateNotification(id, { progress: 80 });
  expect(open()[0]).toMatchObject({ progress: 80, message: 'Fetching', persistent: true });
  updateNotification(id, { type: 'success', message: 'Fetched', showProgress: false });
  expect(open()[0]).toMatchObject({ persistent: false, duration: 4000 });
  vi.advanceTimersByTime(4000);
  expect(said()).toEqual([]);
  expect(drawn).toEqual(['+Fetching', '~Fetching', '~Fetched', '-']);
  updateNotification(id, { message: 'too late' });
  expect(said()).toEqual([]);
});

test('one that was shown before anybody could draw it is drawn later, with its whole time', () => {
  stop();
  notify({ type: 'success', message: 'early' });
  vi.advanceTimersByTime(60_000);
  const late: Notification[] = [];
  stop = presentNotifications({ add: (one) => late.push(one), update: () => {}, close: () => {} });
  expect(late.map(({ message }) => message)).toEqual(['early']);
  vi.advanceTimersByTime(enterDelayMs + 3999);
  expect(said()).toEqual(['early']);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([]);
});

test('the position is kept in this browser', () => {
  expect(notificationPosition.get()).toBe('top-right');
  setNotificationPosition('bottom-left');
  expect(notificationPosition.get()).toBe('bottom-left');
  expect(localStorage.getItem('pkm-notification-position')).toBe('bottom-left');
  setNotificationPosition('top-right');
  expect(notificationTypes).toEqual(['success', 'info', 'warning', 'error']);
});
