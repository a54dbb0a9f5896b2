/** Time and chance, so that tests decide over both. */
export interface SyncClock {
  /** Calls back once; the result takes it back. */
  after(milliseconds: number, callback: () => void): () => void;
  /** 0 to 1. */
  random(): number;
}

export const browserClock: SyncClock = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
