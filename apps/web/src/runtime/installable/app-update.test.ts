import { beforeEach, expect, it, vi } from 'vitest';
import { browserEnvironment } from '../environment.ts';
import { createAppUpdate } from './app-update.ts';

class Worker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  postMessage = vi.fn();
  be(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

function start({ controlled = true, waiting = null as Worker | null } = {}) {
  const container = Object.assign(new EventTarget(), { controller: controlled ? {} : null });
  const registration = Object.assign(new EventTarget(), { waiting, installing: null as Worker | null });
  const reload = vi.fn();
  const update = createAppUpdate(browserEnvironment().clock, container, registration, reload);
  const bring = () => {
    const worker = new Worker();
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    worker.be('installed');
    registration.waiting = worker;
    return worker;
  };
  return { container, update, reload, bring };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('says nothing of the very first worker', () => {
  const { update, bring } = start({ controlled: false });
  bring();
  expect(update.shown.get()).toBe(false);
});

it('tells of a worker installed while another one controls the page, for 10 s, and never reloads by itself', () => {
  const { update, bring, reload } = start();
  const worker = bring();
  expect(update.shown.get()).toBe(true);
  vi.advanceTimersByTime(9999);
  expect(update.shown.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(update.shown.get()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  expect(worker.postMessage).not.toHaveBeenCalled();
});

it('tells of one that has been waiting, and of an update message', () => {
  expect(start({ waiting: new Worker() }).update.shown.get()).toBe(true);
  const { update, container } = start();
  container.dispatchEvent(new MessageEvent('message', { data: { type: 'SOMETHING' } }));
  expect(update.shown.get()).toBe(false);
  container.dispatchEvent(new MessageEvent('message', { data: { type: 'UPDATE_AVAILABLE' } }));
  expect(update.shown.get()).toBe(true);
});

it('goes when it is dismissed', () => {
  const { update, bring, reload } = start();
  bring();
  update.dismiss();
  expect(update.shown.get()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

it('refreshes once, when the new worker has taken over', () => {
  const { update, bring, reload, container } = start();
  const worker = bring();
  update.refresh();
  expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('refreshes also when the worker never takes over', () => {
  const { update, bring, reload } = start();
  bring();
  update.refresh();
  vi.advanceTimersByTime(3000);
  expect(reload).toHaveBeenCalledTimes(1);
});
