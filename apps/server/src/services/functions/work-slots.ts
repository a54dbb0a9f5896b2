import { AppError } from '../../kernel/app-error.ts';

export interface WorkSlotsOptions {
  /** Pieces of work of one person at the same time, in this process. */
  atOnce: number;
  /** How many more may wait for one of them to end. */
  waiting: number;
  /** What is said to who has to come later. */
  sentence: string;
}

export interface WorkSlots {
  /** Resolves with the slot's release. Rejects with `rate_limited` when too many wait, and with the signal's reason when it is aborted. */
  take(userId: string, signal: AbortSignal): Promise<() => void>;
}

/** Keeps one person's work from taking everybody's place: what is too much at once waits, what is far too much is turned away. */
export function createWorkSlots({ atOnce, waiting, sentence }: WorkSlotsOptions): WorkSlots {
  const people = new Map<string, { running: number; queue: (() => void)[] }>();

  const releaseOf = (userId: string): (() => void) => {
    let isReleased = false;
    return () => {
      const person = people.get(userId);
      if (isReleased || !person) return;
      isReleased = true;
      const next = person.queue.shift();
      if (next) next();
      else {
        person.running -= 1;
        if (person.running === 0) people.delete(userId);
      }
    };
  };

  return {
    take(userId, signal) {
      const person = people.get(userId) ?? { running: 0, queue: [] };
      people.set(userId, person);
      if (person.running < atOnce) {
        person.running += 1;
        return Promise.resolve(releaseOf(userId));
      }
      if (person.queue.length >= waiting) return Promise.reject(new AppError('rate_limited', sentence));
      return new Promise((resolve, reject) => {
        const onTurn = (): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(releaseOf(userId));
        };
        const onAbort = (): void => {
          person.queue.splice(person.queue.indexOf(onTurn), 1);
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        person.queue.push(onTurn);
      });
    },
  };
}
