import type { ReactNode } from 'react';
import { readStored, writeStored } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

/**
 * What happened, said in a corner for a few seconds. Code outside of React shows one with `notify`; components take
 * `useNotifications` of the provider. It lives and counts its time here; `toast-viewport.tsx` only draws it.
 */
export const notificationTypes = ['success', 'info', 'warning', 'error'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export interface NotificationAction {
  label: string;
  /** Closes the notification too. */
  onClick: () => void;
  /** Without it `plain`: a link's weight, which is right for an Undo. */
  variant?: 'primary' | 'quiet' | 'danger' | 'plain' | undefined;
}

/** What made it go. `update`: it was taken away by whoever showed it. */
export type ClosedBy = 'action' | 'time' | 'person' | 'limit' | 'update';

export interface NotificationOptions {
  type: NotificationType;
  title?: string | undefined;
  message: string;
  /** Milliseconds. Without it the type decides. */
  duration?: number | undefined;
  /** Stays until it is closed. */
  persistent?: boolean | undefined;
  /** In place of the type's own. */
  icon?: ReactNode;
  /** Shows how far something is; it stays until an update ends that, unless a duration is said. */
  showProgress?: boolean | undefined;
  /** 0 to 100. Without it the end is not known. */
  progress?: number | undefined;
  actions?: readonly NotificationAction[] | undefined;
  /** Called once when it goes. The place to make an undoable thing final. */
  onClose?: ((by: ClosedBy) => void) | undefined;
}

export interface Notification extends NotificationOptions {
  id: string;
  duration: number;
  persistent: boolean;
}

export const notificationLimit = 5;
export const notificationDurations: Record<NotificationType, number> = {
  success: 4000,
  info: 5000,
  warning: 7000,
  error: 6000,
};
/** It comes after a moment, so that it is not lost in the change it speaks of. */
export const enterDelayMs = 50;

export const notificationPositions = [
  'top-right',
  'top-center',
  'top-left',
  'bottom-right',
  'bottom-center',
  'bottom-left',
] as const;
export type NotificationPosition = (typeof notificationPositions)[number];

const positionKey = 'pkm-notification-position';
const isPosition = (value: string | null): value is NotificationPosition =>
  notificationPositions.some((position) => position === value);

const kept = readStored(positionKey);
/** Where a person wants them; kept in this browser. */
export const notificationPosition = createStore<NotificationPosition>(isPosition(kept) ? kept : 'top-right');

export function setNotificationPosition(position: NotificationPosition): void {
  writeStored(positionKey, position);
  notificationPosition.set(position);
}

/** Whoever draws them. */
export interface NotificationPresenter {
  add: (notification: Notification) => void;
  update: (notification: Notification) => void;
  close: (id: string) => void;
}

interface Running {
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let count = 0;
let presenter: NotificationPresenter | undefined;
/** Oldest first. */
export const openNotifications = createStore<readonly Notification[]>([]);
const running = new Map<string, Running>();
const held = new Set<string>();

const complete = (id: string, options: NotificationOptions): Notification => ({
  ...options,
  id,
  duration: options.duration ?? notificationDurations[options.type],
  persistent: options.persistent ?? (options.showProgress === true && options.duration === undefined),
});

/** Shows one and gives its id. The oldest one makes room. */
export function notify(options: NotificationOptions): string {
  count += 1;
  const notification = complete(`notification-${count}`, options);
  openNotifications.set([...openNotifications.get(), notification]);
  // Whoever hears that it had to go may show another one.
  for (let oldest = tooMany(); oldest; oldest = tooMany()) dismiss(oldest.id, 'limit');
  if (presenter) draw(presenter, notification);
  return notification.id;
}

function tooMany(): Notification | undefined {
  const open = openNotifications.get();
  return open.length > notificationLimit ? open[0] : undefined;
}

/** Changes what is said. Its time starts anew, unless only the progress moved. One that is gone stays gone. */
export function updateNotification(id: string, change: Partial<NotificationOptions>): void {
  const before = openNotifications.get().find((candidate) => candidate.id === id);
  if (!before) return;
  const { duration, persistent, ...rest } = before;
  const next = complete(id, {
    ...rest,
    // What the type or the progress had decided is decided again.
    ...(duration === notificationDurations[before.type] ? {} : { duration }),
    ...(persistent && !before.showProgress ? { persistent } : {}),
    ...change,
  });
  openNotifications.set(openNotifications.get().map((candidate) => (candidate === before ? next : candidate)));
  presenter?.update(next);
  if (Object.keys(change).some((key) => key !== 'progress')) startClock(next, 0);
}

export function dismiss(id: string, by: ClosedBy = 'update'): void {
  const notification = openNotifications.get().find((candidate) => candidate.id === id);
  if (!notification) return;
  stopClock(id);
  openNotifications.set(openNotifications.get().filter((candidate) => candidate !== notification));
  presenter?.close(id);
  // A pointer that rested on the last one is not told to leave when it goes.
  if (openNotifications.get().length === 0) for (const why of ['pointer', 'focus']) held.delete(why);
  notification.onClose?.(by);
}

/** While somebody reads them, or nobody can, no time passes for them. */
export function holdNotifications(why: 'pointer' | 'focus' | 'hidden', holding: boolean): void {
  const wasHeld = held.size > 0;
  if (holding) held.add(why);
  else held.delete(why);
  const isHeld = held.size > 0;
  if (wasHeld === isHeld) return;
  for (const [id, clock] of running) {
    if (isHeld) {
      clearTimeout(clock.timer);
      clock.left -= Date.now() - clock.since;
    } else go(id, clock);
  }
}

/** Gets those that were shown before it was there. */
export function presentNotifications(next: NotificationPresenter): () => void {
  presenter = next;
  for (const notification of openNotifications.get()) draw(next, notification);
  return () => {
    if (presenter === next) presenter = undefined;
  };
}

function draw(to: NotificationPresenter, notification: Notification): void {
  to.add(notification);
  // Only now: what nobody can see yet does not grow old.
  startClock(notification, enterDelayMs);
}

function startClock({ id, duration, persistent }: Notification, delay: number): void {
  stopClock(id);
  if (persistent || !presenter) return;
  const clock: Running = { left: duration + delay, since: Date.now(), timer: undefined };
  running.set(id, clock);
  if (held.size === 0) go(id, clock);
}

function go(id: string, clock: Running): void {
  clock.since = Date.now();
  clock.timer = setTimeout(() => dismiss(id, 'time'), Math.max(0, clock.left));
}

function stopClock(id: string): void {
  clearTimeout(running.get(id)?.timer);
  running.delete(id);
}
