import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { finishDeletions } from '../../runtime/article-deletions.ts';
import { signOut } from '../../runtime/session.ts';
import { finishUndoableWork } from '../../runtime/undoable-work.ts';

export function useSignOut(): { busy: boolean; leave: () => Promise<void> } {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await Promise.all([finishDeletions(), finishUndoableWork()]);
    // First leave the screens that need a session: they would ask for a new one.
    await router.navigate({ to: '/' });
    await signOut();
    setBusy(false);
  };
  return { busy, leave };
}
