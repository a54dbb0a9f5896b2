import { dismiss, notify } from '../ui/notifications.ts';

/** How long it can be undone. */
export const undoMilliseconds = 8000;

interface UndoableWork {
  /** What was done, as the person sees it: "3 items deleted". */
  message: string;
  /** Makes it final. Runs once: when the time is over, the message is closed or the page is left. */
  finish: () => Promise<void>;
  /** The person wants it back, or it could not be made final. */
  undo: () => void;
  /** Said when it could not be made final. */
  failed: string;
}

const waiting = new Map<string, () => Promise<void>>();

/**
 * For what the server cannot take back: it looks done at once and is done when nobody can want it back any more.
 * Signing out makes it final too, and leaving the page tries to: what the browser no longer sends is not done, the safe side.
 */
export function doUndoably({ message, finish, undo, failed }: UndoableWork): void {
  let settled = false;
  const finishOnce = async () => {
    waiting.delete(id);
    if (settled) return;
    settled = true;
    try {
      await finish();
    } catch {
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
          undo();
        },
      },
    ],
    onClose: () => void finishOnce(),
  });
  waiting.set(id, finishOnce);
  window.addEventListener('pagehide', finishAll);
}

function finishAll(): void {
  void finishUndoableWork();
}

/** Makes final whatever still waits, before the session that may do it is gone. */
export async function finishUndoableWork(): Promise<void> {
  window.removeEventListener('pagehide', finishAll);
  await Promise.all(
    [...waiting].map(([id, finish]) => {
      const done = finish();
      dismiss(id);
      return done;
    }),
  );
}
