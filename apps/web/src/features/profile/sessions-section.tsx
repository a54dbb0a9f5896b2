import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { useState } from 'react';
import { endOtherSessions, endSessionElsewhere, listSessions, type SignedInSession } from '../../data/account.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { leaveBrowser } from '../../runtime/sign-out.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { notify } from '../../ui/notifications.ts';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { type Device, deviceOf } from './device-name.ts';

const icons: Record<Device['kind'], typeof Laptop> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  unknown: MonitorSmartphone,
};

export const sessionsQuery = (userId: string) =>
  queryOptions({ queryKey: ['sessions', userId], queryFn: ({ signal }) => listSessions(signal), staleTime: 0 });

/** Where the account is signed in, and the ways to end that. */
export function SessionsSection({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery(userId));
  const [busy, setBusy] = useState<string>();
  const others = (sessions.data ?? []).filter(({ is_current }) => !is_current);

  /** One at a time; says what came of it. */
  const run = async (name: string, act: () => Promise<void>, done: string) => {
    if (busy) return;
    setBusy(name);
    try {
      await act();
      notify({ type: 'success', message: done });
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      notify({ type: 'error', message: `Nothing was signed out. ${why}` });
    } finally {
      setBusy(undefined);
      await queries.invalidateQueries({ queryKey: ['sessions', userId] });
    }
  };

  const leaveEverywhere = async () => {
    if (busy) return;
    setBusy('everywhere');
    try {
      // A new page: nothing of the person is left in the memory of this one.
      if (await leaveBrowser('global')) window.location.replace('/');
    } catch {
      notify({ type: 'error', message: 'Nothing was signed out: the server cannot be reached. Please try again.' });
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <div className="grid gap-4">
      <QueryProblem query={sessions} what="your sessions" />
      <WhileAwaited query={sessions}>
        <SkeletonList label="Loading your sessions" />
      </WhileAwaited>
      {sessions.data ? (
        <List label="Where you are signed in">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === session.id}
              onEnd={(name) => run(session.id, () => endSessionElsewhere(session.id), `${name} is signed out.`)}
            />
          ))}
        </List>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          disabled={others.length === 0}
          busy={busy === 'others'}
          onClick={() => void run('others', endOtherSessions, 'All other devices are signed out.')}
        >
          Sign out all other devices
        </Button>
        <Button look="danger" busy={busy === 'everywhere'} onClick={() => void leaveEverywhere()}>
          Sign out everywhere
        </Button>
      </div>
      <p className="max-w-[66ch] text-13 text-ink-muted">
        A device that is signed out cannot renew its session any more: it is out within the hour at the latest. Signing
        out everywhere ends this session too.
      </p>
    </div>
  );
}

interface SessionRowProps {
  session: SignedInSession;
  busy: boolean;
  onEnd: (name: string) => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { name, kind } = deviceOf(session.user_agent);
  const Icon = icons[kind];
  const used = formatAgo(session.last_used_at, Date.now());
  return (
    <ListRow
      leading={<Icon aria-hidden className="size-5" />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span title={session.user_agent ?? undefined}>{name}</span>
          {session.is_current ? <Badge tone="accent">This device</Badge> : null}
        </span>
      }
      detail={
        <span className="flex flex-wrap gap-x-2 whitespace-normal">
          <span>{session.is_current ? 'Active now' : `Last used ${used}`}</span>
          <span>{`Signed in ${formatMoment(session.created_at)}`}</span>
          {session.ip ? <bdi>{session.ip}</bdi> : null}
        </span>
      }
      trailing={
        session.is_current ? null : (
          <Button
            look="plain"
            className="-me-3"
            busy={busy}
            aria-label={`Sign out ${name}`}
            onClick={() => onEnd(name)}
          >
            Sign out
          </Button>
        )
      }
    />
  );
}
