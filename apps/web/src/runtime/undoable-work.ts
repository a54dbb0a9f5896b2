import { dismiss, notify } from '../ui/notifications.ts';
import { forgetDeletions, type IntendedDeletion, keepDeletions } from './intended-deletions.ts';
import { sessionNow } from './session.ts';

/** How long it can be undone. */
export const undoMilliseconds = 8000;
/** A page that ended without a word had it this long; the message's clock stands still while somebody is at it. */
const longestMilliseconds = 60_000;

interface UndoableWork {
  /** What was done, as the person sees it: "3 items deleted". */
  message: string;
  /** Makes it final. Runs once: when the time is over, the message is closed or the page is left. */
  finish: () => Promise<void>;
  /** The person wants it back, or it could not be made final. */
  undo: () => void;
  /** Said when it could not be made final. */
  failed: string;
  /** What `finish` deletes: kept in the browser, and deleted by a later page if this one ends before it is done. */
  deletes?: readonly IntendedDeletion[];
}

interface Waiting {
  finish: () => Promise<void>;
  /** From now on the next page may do it. */
  leave: () => void;
}

const waiting = new Map<string, Waiting>();

/**
 * For what the server cannot take back: it looks done at once and is done when nobody can want it back any more.
 * Signing out makes it final too, and leaving the page tries to; what the browser no longer sends of it the next page does.
 */
export function doUndoably({ message, finish, undo, failed, deletes = [] }: UndoableWork): void {
  let settled = false;
  const userId = deletes.length > 0 ? sessionNow().user?.id : undefined;
  const forget = () => {
    if (userId) forgetDeletions(userId, deletes);
  };
  const keepUntil = (until: number) => {
    if (userId) keepDeletions(userId, deletes, until);
  };
  keepUntil(Date.now() + longestMilliseconds);
  const finishOnce = async () => {
    waiting.delete(id);
    if (settled) return;
    settled = true;
    try {
      await finish();
      forget();
    } catch {
      forget();
      undo();
      notify({ type: 'error', message: failed });
    }
  };
  const id = notify({
    type: 'success',
    message,
    duration: undoMilliseconds,
    actions: [
      {
        label: 'Undo',
        onClick: () => {
          if (settled) return;
          settled = true;
          forget();
          undo();
        },
      },
    ],
    onClose: () => void finishOnce(),
  });
  waiting.set(id, { finish: finishOnce, leave: () => keepUntil(0) });
  window.addEventListener('pagehide', finishAll);
}

function finishAll(): void {
  for (const { leave } of waiting.values()) leave();
  void finishUndoableWork();
}

/** Makes final whatever still waits, before the session that may do it is gone. */
export async function finishUndoableWork(): Promise<void> {
  window.removeEventListener('pagehide', finishAll);
  await Promise.all(
    [...waiting].map(([id, { finish }]) => {
      const done = finish();
      dismiss(id);
      return done;
    }),
  );
}
