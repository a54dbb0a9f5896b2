import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keepAccount } from '../../data/account.ts';
import { ownProfileQuery } from '../../runtime/own-profile.ts';
import { notify } from '../../ui/notifications.ts';

/** Takes the wish to be deleted back. */
export function useKeepAccount(userId: string): { busy: boolean; keep: () => Promise<void> } {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await keepAccount();
      queries.setQueryData(ownProfileQuery(userId).queryKey, (now) => now && { ...now, deletionDueAt: null });
      notify({ type: 'success', message: 'Your account stays.' });
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      notify({ type: 'error', message: `This did not work, and your account is still to be deleted. ${why}` });
    } finally {
      setBusy(false);
    }
  };
  return { busy, keep };
}
