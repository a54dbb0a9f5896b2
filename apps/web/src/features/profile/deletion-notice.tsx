import { TriangleAlert } from 'lucide-react';
import { formatDay } from '../../lib/dates.ts';
import { useKeepAccount } from './use-keep-account.ts';

/** A line above every screen while the account is about to go. */
export function DeletionNotice({ userId, dueAt }: { userId: string; dueAt: string }) {
  const { busy, keep } = useKeepAccount(userId);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-danger-soft px-4 py-2 text-14 text-danger">
      <p className="flex items-center gap-2">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {`Your account and everything in it will be deleted on ${formatDay(dueAt)}.`}
      </p>
      <button
        type="button"
        aria-disabled={busy || undefined}
        onClick={() => void keep()}
        className="min-h-11 rounded-6 px-2 font-semibold underline underline-offset-2 pointer-fine:min-h-8"
      >
        Keep my account
      </button>
    </div>
  );
}
