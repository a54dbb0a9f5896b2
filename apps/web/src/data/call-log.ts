import { createStore } from '../lib/store.ts';

/** A call that was slow or failed, for the performance screen. Nothing of what was asked or answered is in it. */
export interface CallRecord {
  method: string;
  /** Without its query, which may hold what a person searches. */
  url: string;
  /** 0: no answer came. */
  status: number;
  ms: number;
  /** When it began. */
  at: number;
  /** What the app did about it, where that is not an error on the screen. */
  note?: string;
}

export const slowCallMs = 1000;
export const callLogLimit = 100;

/** Oldest first; the oldest make room. */
export const callLog = createStore<readonly CallRecord[]>([]);

export function recordCall(record: CallRecord): void {
  if (record.ms < slowCallMs && record.status > 0 && record.status < 400) return;
  const [url = ''] = record.url.replace(window.location.origin, '').split(/[?#]/);
  callLog.set([...callLog.get(), { ...record, url }].slice(-callLogLimit));
}
