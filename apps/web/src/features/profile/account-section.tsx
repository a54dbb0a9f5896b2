import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type Account, getAccount, renewSession } from '../../data/account.ts';
import type { SignedInUser } from '../../runtime/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { notify } from '../../ui/notifications.ts';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';

export const accountQuery = (userId: string) =>
  queryOptions({ queryKey: ['account', userId], queryFn: getAccount, staleTime: 0 });

/** A form over the account; `refresh` reads it anew. */
export type AccountForm = (account: Account, refresh: () => void) => ReactNode;

/** What one of the two links of a change of address says when it is opened first. */
function takeMessage(): string | undefined {
  const { hash, pathname, search } = window.location;
  const message = new URLSearchParams(hash.slice(1)).get('message');
  if (message) window.history.replaceState(window.history.state, '', pathname + search);
  return message ?? undefined;
}

interface AccountSectionProps {
  userId: string;
  form: AccountForm;
}

/** What the auth service keeps: the address or the password. */
export function AccountSection({ userId, form }: AccountSectionProps) {
  const queries = useQueryClient();
  const account = useQuery(accountQuery(userId));
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['account', userId] });
    void queries.invalidateQueries({ queryKey: ['own-profile', userId] });
    void queries.invalidateQueries({ queryKey: ['sessions', userId] });
  };

  return (
    <div className="grid gap-4">
      <QueryProblem query={account} what="your account" />
      <WhileAwaited query={account}>
        <SkeletonText label="Loading your account" />
      </WhileAwaited>
      {account.data ? form(account.data, refresh) : null}
    </div>
  );
}

interface AddressChangeProps {
  user: SignedInUser;
  /** Of the database, which knows of a change that was confirmed elsewhere. */
  email: string | null;
}

/** What the two links of a change of address lead to: a word after the first, the new address in this session after the second. */
export function AddressChange({ user, email }: AddressChangeProps) {
  const queries = useQueryClient();
  const [message, setMessage] = useState(takeMessage);
  const changed = email && user.email && email !== user.email ? email : undefined;
  useEffect(() => {
    if (!changed) return;
    // The session still carries the old one.
    void renewSession().then(({ kind }) => {
      if (kind !== 'valid') return;
      notify({ type: 'success', message: `Your e-mail address is ${changed} from now on.` });
      void queries.invalidateQueries({ queryKey: ['account', user.id] });
    });
  }, [changed, queries, user.id]);
  return (
    <div role="status" className="empty:sr-only">
      {message && !changed ? (
        <Banner tone="info" title="One of two" onClose={() => setMessage(undefined)}>
          This link is accepted. Now open the one that was sent to the other address: then the change takes effect.
        </Banner>
      ) : null}
    </div>
  );
}
