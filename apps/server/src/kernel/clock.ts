/** Time as an argument, so that tests decide what "now" is. Everything that reads the time takes a Clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
