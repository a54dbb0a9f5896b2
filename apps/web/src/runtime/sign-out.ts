import { createStore } from '../lib/store.ts';
import type { UnsentWork } from './local-data.ts';
import { sessionNow, signOut } from './session.ts';
import { doBeforeSignOut } from './sign-out-work.ts';
import { finishUndoableWork } from './undoable-work.ts';

interface SignOutQuestion {
  unsent: UnsentWork;
  answer: (leave: boolean) => void;
}

/** Asked before unsent work is thrown away. */
export const signOutQuestion = createStore<SignOutQuestion | null>(null);

/** Its code is fetched ahead: people sign out without a network too. */
export const prepareSignOut = () => import('./local-data.ts');

/**
 * The person's own sign-out. Ends what can be undone, sends what waits, asks about what could not be sent, and leaves nothing of the
 * person in this browser. False: the person stays. `global` signs out everywhere, and throws when nobody could be told.
 */
export async function leaveBrowser(scope: 'local' | 'global' = 'local'): Promise<boolean> {
  const userId = sessionNow().user?.id;
  await finishUndoableWork();
  const localData = await prepareSignOut();
  if (userId) {
    const unsent = await localData.findUnsentWork(userId);
    if (unsent.notes + unsent.grades + unsent.drafts > 0 && !(await ask(unsent))) return false;
  }
  await doBeforeSignOut();
  await signOut({ scope, leavingPage: true });
  if (userId) await localData.wipeLocalData(userId);
  return true;
}

function ask(unsent: UnsentWork): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (leave: boolean) => {
      signOutQuestion.set(null);
      resolve(leave);
    };
    signOutQuestion.set({ unsent, answer });
  });
}
