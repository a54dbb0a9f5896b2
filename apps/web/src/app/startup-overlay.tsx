import { useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { thisBrowser } from '../runtime/environment.ts';
import { useLoading } from '../runtime/loading/loading.ts';
import type { TileStatus } from '../runtime/loading/loading-machine.ts';
import { readAuthState } from '../runtime/session/auth-state-cache.ts';
import { useSession } from '../runtime/session.ts';
import { Mark } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';

const fadeMs = 200;
const tiles = [
  ['auth', 'Authentication'],
  ['educational', 'AI Services'],
  ['content', 'Content'],
] as const;
const words: Record<TileStatus, string> = { pending: 'Pending', ready: 'Ready', error: 'Error' };

/** How far the start is, for people who have a session to restore. The page is below it and shows while this fades. */
export function StartupOverlay() {
  const { phase, progress, message, tiles: states, broken } = useLoading();
  // The landing page is complete without a session.
  const landing = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const [gone, setGone] = useState(false);
  const ready = phase === 'ready';
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => setGone(true), fadeMs);
    return () => clearTimeout(timer);
  }, [ready]);
  if (phase === 'initial' || gone || (landing && !broken)) return null;
  const failed = phase === 'error';
  return (
    <section
      aria-label="Start-up"
      data-startup-overlay={phase}
      // While it fades the page below is what is to be read.
      aria-hidden={ready || undefined}
      className={clsx(
        'fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-paper p-4 transition-opacity duration-200',
        ready && 'pointer-events-none opacity-0',
      )}
    >
      <div className="grid w-full max-w-md gap-6">
        <Mark className="size-12 text-accent" />
        <p role={failed ? 'alert' : 'status'} className={clsx('wrap-anywhere', failed && 'text-danger')}>
          {message}
        </p>
        {failed ? (
          <Button onClick={() => window.location.reload()}>Refresh</Button>
        ) : (
          <Progress label="Starting" value={Math.round(progress)} />
        )}
        <ul className="grid gap-2 sm:grid-cols-3">
          {tiles.map(([name, label]) => (
            <li
              key={name}
              className="flex justify-between gap-1 rounded-10 border border-line bg-surface p-3 text-13 sm:grid"
            >
              <span>{label}</span>
              <span className={states[name] === 'error' ? 'text-danger' : 'text-ink-muted'}>{words[states[name]]}</span>
            </li>
          ))}
        </ul>
        <WelcomeBack />
      </div>
    </section>
  );
}

/** Known from the last visit before the account has been verified. */
function WelcomeBack() {
  const { user } = useSession();
  const { local, clock } = thisBrowser();
  const known = readAuthState(local, clock)?.userProfile;
  const email = user?.email ?? known?.email;
  if (!email) return null;
  const tier = known && (!user || known.id === user.id) ? known.subscriptionTier : undefined;
  return (
    <p className="flex flex-wrap items-center gap-2 text-13 text-ink-muted">
      <span className="wrap-anywhere">Welcome back, {email}</span>
      {tier ? (
        <span className="rounded-full border border-line px-2 py-0.5 text-12 font-medium capitalize">{tier}</span>
      ) : null}
    </p>
  );
}
