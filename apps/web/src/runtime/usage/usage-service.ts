import { createStore, type Store } from '../../lib/store.ts';
import type { Environment, Stop } from '../environment.ts';
import { type AccountPorts, type AccountUsage, createAccountUsage } from './account-usage.ts';
import type { AccountUser } from './tier.ts';

interface UsagePorts extends Omit<AccountPorts, 'clock' | 'user'> {
  environment: Pick<Environment, 'clock' | 'onVisibilityChange'>;
  /** Who is signed in, with what the session says of them. */
  user: () => AccountUser | null;
  onSession: (call: () => void) => Stop;
  onCharged: (call: () => void) => Stop;
  /** The network, the server or the person is back. */
  onWake: (call: () => void) => Stop;
  onSubscriptionChange: (userId: string, call: () => void) => Stop;
}

/** The usage of whoever is signed in; `null`: nobody. */
export interface UsageService {
  account: Store<AccountUsage | null>;
  stop: Stop;
}

export function createUsageService(ports: UsagePorts): UsageService {
  const { environment, user } = ports;
  const account = createStore<AccountUsage | null>(null);
  let stopWatching: Stop = () => {};

  function follow(): void {
    const now = user();
    const before = account.get();
    if (now && before?.userId === now.id) {
      before.userChanged();
      return;
    }
    leave();
    if (!now) return;
    const next = createAccountUsage({
      ...ports,
      clock: environment.clock,
      // Whoever signs out is asked about no more, but an answer may be on its way.
      user: () => {
        const current = user();
        return current?.id === now.id ? current : now;
      },
    });
    stopWatching = ports.onSubscriptionChange(now.id, () => {
      ports.resolver.forget(now.id);
      next.refresh();
    });
    account.set(next);
  }

  function leave(): void {
    const before = account.get();
    if (!before) return;
    stopWatching();
    before.stop();
    account.set(null);
  }

  const stops = [
    ports.onSession(follow),
    ports.onCharged(() => account.get()?.charged()),
    environment.onVisibilityChange((visible) => {
      if (visible) account.get()?.returned();
    }),
    ports.onWake(() => {
      const { hybrid } = account.get() ?? {};
      if (hybrid?.state.get().status === 'error') account.get()?.refresh();
      else account.get()?.returned();
    }),
  ];
  follow();

  return {
    account,
    stop: () => {
      for (const stop of stops) stop();
      leave();
    },
  };
}
