import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import { browserEnvironment } from '../environment.ts';
import type { InstallOffer } from './install-offer.ts';
import { createInstallable, type InstallEnvironment } from './installable.ts';

let kept: Map<string, string>;
let installed: () => void;

function offerOf(outcome: 'accepted' | 'dismissed') {
  return Object.assign(new Event('beforeinstallprompt'), {
    prompt: vi.fn(async () => {}),
    userChoice: Promise.resolve({ outcome }),
  }) satisfies InstallOffer;
}

function start(changes: Partial<InstallEnvironment> = {}) {
  const offer = createStore<InstallOffer | null>(null);
  const app = createInstallable({
    clock: browserEnvironment().clock,
    local: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    storageBlocked: false,
    offer,
    standalone: false,
    ios: false,
    onInstalled: (call) => {
      installed = call;
      return () => {};
    },
    ...changes,
  });
  return { app, offer };
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  return () => vi.useRealTimers();
});

it('offers to install 3 s after the browser does', () => {
  const { app, offer } = start();
  vi.advanceTimersByTime(10_000);
  expect(app.view.get().prompt).toBe(false);
  offer.set(offerOf('accepted'));
  vi.advanceTimersByTime(2999);
  expect(app.view.get().prompt).toBe(false);
  vi.advanceTimersByTime(1);
  expect(app.view.get().prompt).toBe(true);
});

it('remembers that it was dismissed', () => {
  const { app, offer } = start();
  offer.set(offerOf('accepted'));
  vi.advanceTimersByTime(3000);
  app.dismissPrompt();
  expect(app.view.get().prompt).toBe(false);
  expect(kept.has('pwa-install-dismissed')).toBe(true);
  const later = start();
  later.offer.set(offerOf('accepted'));
  vi.advanceTimersByTime(3000);
  expect(later.app.view.get().prompt).toBe(false);
});

it.each([
  ['dismissed', true],
  ['accepted', false],
] as const)('asks the browser once; %s is remembered: %s', async (outcome, remembered) => {
  const { app, offer } = start();
  const event = offerOf(outcome);
  offer.set(event);
  vi.advanceTimersByTime(3000);
  await app.install();
  await app.install();
  expect(event.prompt).toHaveBeenCalledTimes(1);
  expect(app.view.get().prompt).toBe(false);
  expect(kept.has('pwa-install-dismissed')).toBe(remembered);
});

it.each([
  ['as an installed app', { standalone: true }],
  ['where nothing can be kept', { storageBlocked: true }],
])('offers nothing %s', (_where, changes) => {
  const { app, offer } = start({ ...changes, ios: true });
  offer.set(offerOf('accepted'));
  vi.advanceTimersByTime(20_000);
  expect(app.view.get()).toEqual({ prompt: false, ios: false });
});

it('is silent once it is installed, also when that happens while it waits', () => {
  const { app, offer } = start({ ios: true });
  offer.set(offerOf('accepted'));
  vi.advanceTimersByTime(2000);
  installed();
  vi.advanceTimersByTime(20_000);
  expect(app.view.get()).toEqual({ prompt: false, ios: false });
});

it('explains installing on an iPhone after 5 s, once', () => {
  const { app } = start({ ios: true });
  vi.advanceTimersByTime(4999);
  expect(app.view.get().ios).toBe(false);
  vi.advanceTimersByTime(1);
  expect(app.view.get().ios).toBe(true);
  expect(kept.has('pwa-ios-instructions-shown')).toBe(true);
  app.dismissIos();
  expect(app.view.get().ios).toBe(false);
  const later = start({ ios: true });
  vi.advanceTimersByTime(20_000);
  expect(later.app.view.get().ios).toBe(false);
});

it('explains nothing elsewhere', () => {
  const { app } = start();
  vi.advanceTimersByTime(20_000);
  expect(app.view.get().ios).toBe(false);
});
