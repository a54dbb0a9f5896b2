import { useState } from 'react';
import { leaveBrowser } from '../../runtime/sign-out.ts';
import { notify } from '../../ui/notifications.ts';

export function useSignOut(): { busy: boolean; leave: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    try {
      // A new page: nothing of the person is left in the memory of this one.
      if (await leaveBrowser()) window.location.replace('/');
      else setBusy(false);
    } catch {
      notify({ type: 'error', message: 'Signing out did not work. Check your connection and try again.' });
      setBusy(false);
    }
  };
  return { busy, leave };
}
