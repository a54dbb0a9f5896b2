import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { replay } from '@cairn/contracts/scheduling';
import type { Change, ChangeHandler } from '../../platform/changes/changes.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  cuesOfReviews,
  dropSchedulesOfRemoved,
  loadLoggedCues,
  saveSchedules,
  unscheduledCues,
} from './scheduling-store.ts';

export interface SchedulingService {
  /** For `changeFeed.consume('scheduling', …)`: replays the log of every cue that was graded, gives new cues a schedule. */
  handleChanges: ChangeHandler;
}

/** Cues whose logs are in memory at the same time. */
const groupSize = 20;

export function createSchedulingService(): SchedulingService {
  const reschedule = async (tx: Tx, cueIds: readonly string[]): Promise<void> => {
    const cues = await loadLoggedCues(tx, cueIds);
    if (cues.length === 0) return;
    const schedules = cues.map((cue) => ({ cueId: cue.id, userId: cue.userId, ...replay(cue, cue.reviews) }));
    await saveSchedules(tx, schedules);
  };

  return {
    async handleChanges(changes, tx, signal) {
      const reviews = rowIds(changes, 'cue_reviews');
      const cues = rowIds(changes, 'cues');
      const affected = new Set(reviews.length > 0 ? await cuesOfReviews(tx, reviews) : []);
      if (cues.length > 0) {
        await dropSchedulesOfRemoved(tx, cues);
        for (const id of await unscheduledCues(tx, cues)) affected.add(id);
      }
      const waiting = [...affected];
      while (waiting.length > 0) {
        if (signal.aborted) throw new Error('scheduling was stopped');
        await reschedule(tx, waiting.splice(0, groupSize));
        await yieldToOthers();
      }
    },
  };
}

const rowIds = (changes: readonly Change[], table: string): string[] => [
  ...new Set(
    changes.filter((change) => change.table === table && change.operation !== 'DELETE').map((change) => change.rowId),
  ),
];
