import { accountDeletionGraceDays } from '@cairn/contracts/account';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatDay } from '../../lib/dates.ts';
import { ownProfileQuery } from '../../runtime/own-profile.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useKeepAccount } from './use-keep-account.ts';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })));

interface DeleteSectionProps {
  userId: string;
  email: string;
  dueAt: string | null;
}

/** The end of the account, and the way back for a week. */
export function DeleteSection({ userId, email, dueAt }: DeleteSectionProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, keep } = useKeepAccount(userId);
  return (
    <div className="grid max-w-xl gap-4">
      <div role="status" className="empty:sr-only">
        {dueAt ? (
          <Banner
            tone="danger"
            title={`Your account will be deleted on ${formatDay(dueAt)}`}
            action={
              <Button look="quiet" busy={busy} onClick={() => void keep()}>
                Keep my account
              </Button>
            }
          >
            Until then everything works as before.
          </Banner>
        ) : null}
      </div>
      {dueAt ? null : (
        <>
          <p className="text-14">
            {`Your account and everything in it is deleted ${accountDeletionGraceDays} days after you ask for it. Until then you can change your mind. You may want to export everything first.`}
          </p>
          <div>
            <Button look="danger" onClick={() => setAsking(true)}>
              Delete my account…
            </Button>
          </div>
        </>
      )}
      {asking ? (
        <Suspense>
          <DeleteDialog
            email={email}
            onClose={() => setAsking(false)}
            onRequested={(deletionDueAt) => {
              setAsking(false);
              queries.setQueryData(ownProfileQuery(userId).queryKey, (now) => now && { ...now, deletionDueAt });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
