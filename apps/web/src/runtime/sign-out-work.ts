import { thisBrowser } from './environment.ts';

const calls = new Set<() => Promise<void>>();
/** Signing out does not wait for a server that does not answer. */
const longestWaitMs = 1000;

/** To be done while the person's token still holds. */
export function beforeSignOut(call: () => Promise<void>): void {
  calls.add(call);
}

export async function doBeforeSignOut(): Promise<void> {
  const done = Promise.allSettled([...calls].map((call) => call()));
  const tooLong = new Promise<void>((resolve) => void thisBrowser().clock.after(longestWaitMs, resolve));
  await Promise.race([done, tooLong]);
}
