import { Link, useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { finishDeletions } from '../runtime/article-deletions.ts';
import { signOut, useSession } from '../runtime/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';

const navClass =
  'inline-flex min-h-11 items-center rounded-10 px-3 text-14 font-medium text-ink-muted hover:bg-accent-soft hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent';

export function AccountNav() {
  const session = useSession();
  if (session.status === 'initializing') return <div aria-hidden="true" className="min-h-11 flex-1" />;
  if (session.status !== 'authenticated') {
    return (
      <nav aria-label="Account" className="ml-auto flex items-center gap-1 sm:gap-2">
        <Link to="/sign-in" className={navClass}>
          Sign In
        </Link>
        <Link to="/sign-up" className={buttonClass('primary')}>
          Get Started
        </Link>
      </nav>
    );
  }
  return (
    <>
      <nav aria-label="Main" className="flex items-center gap-1">
        <Link to="/pkm-hub" className={navClass}>
          PKM Hub
        </Link>
        <Link to="/import" className={navClass}>
          Import
        </Link>
      </nav>
      <SignOut email={session.user.email} />
    </>
  );
}

function SignOut({ email }: { email: string }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await finishDeletions();
    // First leave the screens that need a session: they would ask for a new one.
    await router.navigate({ to: '/' });
    await signOut();
  };
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1">
      <span className="truncate text-13 text-ink-muted max-md:hidden" title={email}>
        {email}
      </span>
      <Button look="plain" busy={busy} onClick={() => void leave()} className="max-sm:w-11 max-sm:px-0">
        <LogOut aria-hidden className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Sign Out</span>
      </Button>
    </div>
  );
}
