export interface BucketState {
  tokens: number;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Size {
  burst: number;
  perMinute: number;
}

export function refill(state: BucketState | undefined, size: Size, now: number): BucketState {
  if (!state) return { tokens: size.burst, at: now };
  const gained = (Math.max(0, now - state.at) * size.perMinute) / 60_000;
  return { tokens: Math.min(size.burst, state.tokens + gained), at: now };
}

/** Until one can be taken again. */
export const emptyWaitSeconds = (state: BucketState, size: Size): number =>
  Math.max(1, Math.ceil(((1 - state.tokens) * 60) / size.perMinute));
