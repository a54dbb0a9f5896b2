import { lazy } from 'react';
import { useOwnProfile } from '../runtime/own-profile.ts';
import { useSession } from '../runtime/session.ts';
import { Optional } from './shell/optional.tsx';

const DeletionNotice = lazy(async () => ({
  default: (await import('../features/profile/deletion-notice.tsx')).DeletionNotice,
}));

/** On every screen while the account is about to go; its code comes only then. */
export function DeletionBanner() {
  const userId = useSession().user?.id;
  const dueAt = useOwnProfile(({ deletionDueAt }) => deletionDueAt);
  return (
    <div role="status">
      {userId && dueAt ? (
        <Optional>
          <DeletionNotice userId={userId} dueAt={dueAt} />
        </Optional>
      ) : null}
    </div>
  );
}
