import { workingStorage } from '../lib/storage.ts';

/** Ends a timer or a subscription. Safe to call twice. */
export type Stop = () => void;

/** Time. Milliseconds since 1970, as `Date.now()`. */
export interface Clock {
  now: () => number;
  /** Calls once after `ms`. */
  after: (ms: number, call: () => void) => Stop;
  /** Calls every `ms` until it is stopped. */
  every: (ms: number, call: () => void) => Stop;
}

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What the services of the runtime need of a browser, so that a test can hold the clock, cut the network, block the storage and hide
 * the page. Nothing in `runtime/` that has states of its own reads `window`, `document`, `navigator` or `Date` by itself.
 */
export interface Environment {
  clock: Clock;
  /** `localStorage`; in privacy mode one that lives as long as the page. */
  local: KeyValueStore;
  /** `sessionStorage`; in privacy mode one that lives as long as the page. */
  tab: KeyValueStore;
  /** The browser keeps nothing: everything is held for this page only. */
  storageBlocked: boolean;
  /** The server runs on this very machine: whether there is a network says nothing about it. */
  serverIsHere: boolean;
  online: () => boolean;
  onOnlineChange: (call: (online: boolean) => void) => Stop;
  visible: () => boolean;
  onVisibilityChange: (call: (visible: boolean) => void) => Stop;
  /** Any sign of a person at the page: pointer, key, wheel, touch. At most once a second. */
  onActivity: (call: () => void) => Stop;
  /** Another page of this browser has written the key (`null`: it has removed everything). */
  onStored: (call: (key: string | null) => void) => Stop;
  /** Runs `work` in one tab at a time; where the browser has no locks, at once. */
  exclusively: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

const activityEvents = [
  'pointerdown',
  'pointermove',
  'click',
  'keydown',
  'input',
  'wheel',
  'touchstart',
  'scroll',
] as const;
const activityMilliseconds = 1000;
/** How long the next tab waits after the one before has written. */
const handOverMilliseconds = 100;

function listen(target: EventTarget, names: readonly string[], call: (event: Event) => void): Stop {
  const options = { capture: true, passive: true };
  for (const name of names) target.addEventListener(name, call, options);
  return () => {
    for (const name of names) target.removeEventListener(name, call, options);
  };
}

const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

export function browserEnvironment(): Environment {
  const local = workingStorage('localStorage');
  const tab = workingStorage('sessionStorage');
  return {
    clock: browserClock,
    local: local.storage,
    tab: tab.storage,
    storageBlocked: local.blocked,
    serverIsHere: /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location.hostname),
    online: () => navigator.onLine,
    onOnlineChange: (call) => listen(window, ['online', 'offline'], ({ type }) => call(type === 'online')),
    visible: () => document.visibilityState === 'visible',
    onVisibilityChange: (call) =>
      listen(document, ['visibilitychange'], () => call(document.visibilityState === 'visible')),
    onActivity: (call) => {
      let last = 0;
      return listen(window, activityEvents, () => {
        const now = Date.now();
        if (now - last < activityMilliseconds) return;
        last = now;
        call();
      });
    },
    onStored: (call) => listen(window, ['storage'], (event) => call((event as StorageEvent).key)),
    exclusively: (name, work) => {
      const locks = (navigator as Partial<Navigator>).locks;
      if (!locks) return work();
      return new Promise((resolve, reject) => {
        const inTurn = async () => {
          await work().then(resolve, reject);
          // Whoever comes next must find what was written: web storage reaches other tabs a moment later.
          await new Promise((over) => setTimeout(over, handOverMilliseconds));
        };
        locks.request(name, inTurn).catch(reject);
      });
    },
  };
}

let environment: Environment | undefined;

/** The browser this page runs in. */
export function thisBrowser(): Environment {
  environment ??= browserEnvironment();
  return environment;
}
