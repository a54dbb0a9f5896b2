import { createStore } from '../../lib/store.ts';

/** A stretch of this visit's start. Times are milliseconds since the navigation began. */
export interface TimelineEntry {
  kind: 'phase' | 'service';
  name: string;
  beganAt: number;
  /** `null`: it goes on. */
  endedAt: number | null;
  /** What a service came to. */
  outcome: string | null;
}

/** A service that is tried again and again must not fill the memory. */
const longest = 60;

/** In the order in which they began; also to be seen in the browser's own performance tools, as measures that begin with `cairn:`. */
export const timeline = createStore<readonly TimelineEntry[]>([]);

export function beginStretch(kind: TimelineEntry['kind'], name: string): void {
  const entry: TimelineEntry = { kind, name, beganAt: performance.now(), endedAt: null, outcome: null };
  timeline.set([...timeline.get(), entry].slice(-longest));
}

/** Ends the last open stretch of this name, if there is one. */
export function endStretch(kind: TimelineEntry['kind'], name: string, outcome: string | null = null): void {
  const entries = timeline.get();
  const open = entries.findLast((entry) => entry.kind === kind && entry.name === name && entry.endedAt === null);
  if (!open) return;
  const endedAt = performance.now();
  timeline.set(entries.map((entry) => (entry === open ? { ...open, endedAt, outcome } : entry)));
  try {
    const label = `cairn:${kind}:${name}`;
    // Of one name only the last is kept: this log is bounded too.
    performance.clearMeasures(label);
    performance.measure(label, { start: open.beganAt, end: endedAt });
  } catch {
    // An old browser without measures of given times.
  }
}
