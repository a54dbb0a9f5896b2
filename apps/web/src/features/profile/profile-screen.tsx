import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { countLibrary } from '../../data/dashboard.ts';
import { formatDay } from '../../lib/dates.ts';
import { ownProfileQuery, useFace } from '../../runtime/own-profile.ts';
import { type SignedInUser, useSession } from '../../runtime/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PageFrame, useDocumentTitle } from '../../ui/page.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ProfileScreenProps {
  /** The plan, beside the name. */
  plan: ReactNode;
  /** What stands at `#usage`. */
  usage: ReactNode;
}

/** Who somebody is here, what they have gathered, and what of their plan is used. */
export function ProfileScreen({ plan, usage }: ProfileScreenProps) {
  const { user } = useSession();
  useDocumentTitle('Profile');
  return (
    <PageFrame className="grid gap-10">
      {user ? <Card user={user} plan={plan} /> : null}
      <UsagePlace>{usage}</UsagePlace>
    </PageFrame>
  );
}

function Card({ user, plan }: { user: SignedInUser; plan: ReactNode }) {
  const query = useQuery(ownProfileQuery(user.id));
  const { name, avatarUrl } = useFace(user);
  const profile = query.data;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <Avatar name={name} src={avatarUrl} size={96} />
        <div className="grid min-w-0 flex-1 basis-48 gap-1">
          <h1 tabIndex={-1} className="text-28 font-semibold tracking-tight wrap-anywhere text-balance" dir="auto">
            {name}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-muted">
            {profile?.handle ? <bdi className="wrap-anywhere">@{profile.handle}</bdi> : null}
            {plan}
            {profile ? (
              <span>
                Member since <time dateTime={profile.created_at}>{formatDay(profile.created_at)}</time>
              </span>
            ) : query.isError ? null : (
              <Skeleton className="h-4 w-40" />
            )}
          </p>
        </div>
        <Link to="/profile/settings" className={buttonClass('quiet')}>
          <Settings aria-hidden className="size-4" />
          Edit profile
        </Link>
      </header>
      <QueryProblem query={query} what="your profile" />
      {profile?.bio ? (
        <p className="max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
          {profile.bio}
        </p>
      ) : profile ? (
        <p className="text-14 text-ink-muted">You have not written anything about yourself yet.</p>
      ) : null}
      <Counts />
    </div>
  );
}

const countsQuery = queryOptions({
  queryKey: ['profile', 'counts'],
  queryFn: ({ signal }) => countLibrary(signal),
  staleTime: 0,
});
const number = new Intl.NumberFormat();

function Counts() {
  const counts = useQuery(countsQuery);
  const kinds = [
    ['Notes', counts.data?.notes],
    ['Articles', counts.data?.articles],
    ['Highlights', counts.data?.highlights],
  ] as const;
  return (
    <section aria-label="Your library in numbers" className="grid gap-4">
      <QueryProblem query={counts} what="your numbers" />
      <dl className="grid grid-cols-3 divide-x divide-line rounded-16 border border-line bg-surface rtl:divide-x-reverse">
        {kinds.map(([kind, count]) => (
          <div key={kind} className="grid gap-0.5 px-3 py-4 text-center">
            <dt className="truncate text-13 text-ink-muted">{kind}</dt>
            <dd className="text-22 font-semibold tabular-nums">
              {count === undefined ? (
                counts.isError ? (
                  '–'
                ) : (
                  <Skeleton className="mx-auto my-1 h-6 w-10" />
                )
              ) : (
                number.format(count)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The address `/profile#usage` leads here, also from this very screen. */
function UsagePlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRouterState({ select: ({ location }) => location.hash === 'usage' && location.state.__TSR_key });
  useEffect(() => {
    if (!asked) return;
    const show = () => place.current?.scrollIntoView({ block: 'start' });
    show();
    place.current?.focus({ preventScroll: true });
    // What comes later moves it: it is held in view until the person moves by themselves.
    const growth = new ResizeObserver(show);
    growth.observe(document.body);
    const letGo = () => growth.disconnect();
    for (const name of ownMoves) window.addEventListener(name, letGo, { once: true, passive: true });
    return () => {
      letGo();
      for (const name of ownMoves) window.removeEventListener(name, letGo);
    };
  }, [asked]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
