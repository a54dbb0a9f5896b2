import { newId } from '../../lib/new-id.ts';

/** Runs `work` while no other tab runs work of the same name. */
export type TabLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export function browserTabLock(): TabLock {
  if ('locks' in navigator) {
    return async (name, work) => navigator.locks.request(name, work);
  }
  return channelTabLock((name) => new BroadcastChannel(name), newId());
}

/** What the fallback needs of a `BroadcastChannel`. */
export interface LockChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

const answerTime = 120;
const mostWaiting = 1500;

/**
 * For pages without Web Locks (old browsers, plain http): a tab asks, and whoever works or asked with a smaller id objects.
 * A tab that was killed while it worked cannot object, so nothing stays locked. Two tabs could still work at once when
 * one is asleep; then they send the same batch under the same id, which is harmless.
 */
export function channelTabLock(open: (name: string) => LockChannel, self: string): TabLock {
  const queues = new Map<string, Promise<unknown>>();

  const acquire = async (name: string): Promise<LockChannel> => {
    const channel = open(name);
    let isWorking = false;
    let objected = false;
    let released: (() => void) | undefined;
    channel.onmessage = ({ data }: MessageEvent) => {
      const { kind, from } = data as { kind: 'ask' | 'held' | 'free'; from: string };
      if (kind === 'ask' && (isWorking || self < from)) channel.postMessage({ kind: 'held', from: self });
      if (kind === 'held') objected = true;
      if (kind === 'free') released?.();
    };
    for (;;) {
      objected = false;
      channel.postMessage({ kind: 'ask', from: self });
      await new Promise((resolve) => setTimeout(resolve, answerTime));
      if (!objected) break;
      await new Promise<void>((resolve) => {
        released = resolve;
        setTimeout(resolve, mostWaiting);
      });
    }
    isWorking = true;
    return channel;
  };

  return (name, work) => {
    const run = async () => {
      const channel = await acquire(name);
      try {
        return await work();
      } finally {
        channel.postMessage({ kind: 'free', from: self });
        channel.close();
      }
    };
    // Within this tab they simply queue.
    const next = (queues.get(name) ?? Promise.resolve()).then(run, run);
    queues.set(
      name,
      next.catch(() => {}),
    );
    return next;
  };
}
