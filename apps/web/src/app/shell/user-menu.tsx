import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { screenToComeAt } from '../../runtime/feature-flags/screen-to-come-at.ts';
import { askForScreen } from '../../runtime/interest.ts';
import { useFace } from '../../runtime/own-profile.ts';
import type { SignedInUser } from '../../runtime/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { floatingClass } from '../../ui/floating.ts';
import { NavigationLink } from './navigation-link.tsx';
import { itemClass } from './sidebar-row.ts';
import { PlanSlot } from './usage-slots.tsx';
import { useSignOut } from './use-sign-out.ts';

const settings = { name: 'Profile Settings', href: '/profile/settings', icon: Settings, requireAuth: true };

interface UserMenuProps {
  user: SignedInUser;
  /** `link`: straight to the settings. `menu`: also who is signed in, and the way out. */
  mode?: 'link' | 'menu';
}

/** Who is signed in, and what can be done about it. */
export function UserMenu({ user, mode = 'link' }: UserMenuProps) {
  return mode === 'menu' ? <AccountMenu user={user} /> : <ProfileButton user={user} />;
}

/** On phones (below 640 px) the picture alone. */
function ProfileButton({ user }: { user: SignedInUser }) {
  const { name, avatarUrl } = useFace(user);
  const toCome = screenToComeAt(settings.href);
  const look =
    'flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-10 px-1.5 text-14 hover:bg-accent-soft';
  const content = (
    <>
      <Avatar name={name} src={avatarUrl} size={32} />
      <span className="sr-only">Your profile: </span>
      <span className="max-w-40 truncate font-medium max-sm:sr-only" dir="auto">
        {name}
      </span>
    </>
  );
  return toCome ? (
    <button type="button" aria-haspopup="dialog" className={look} onClick={() => askForScreen(toCome)}>
      {content}
    </button>
  ) : (
    <Link to={settings.href as string} className={look}>
      {content}
    </Link>
  );
}

/**
 * With the plan beside the name. A disclosure rather than a menu: it stands on every screen, and two rows need no code of their
 * own to be reached.
 */
function AccountMenu({ user }: { user: SignedInUser }) {
  const [open, setOpen] = useState(false);
  const { busy, leave } = useSignOut();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { name, avatarUrl } = useFace(user);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return;
    // Only this closes, not the sheet around it.
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to what happens inside; the controls are the buttons
    <div
      ref={frame}
      className="relative"
      onKeyDown={closeOnEscape}
      onBlur={({ relatedTarget }) => {
        if (!frame.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full min-w-0 items-center gap-3 rounded-10 px-2 text-start hover:bg-accent-soft"
      >
        <Avatar name={name} src={avatarUrl} size={32} />
        <span className="grid min-w-0 flex-1 justify-items-start">
          <span className="max-w-full truncate text-14 font-medium" dir="auto">
            <span className="sr-only">Account: </span>
            {name}
          </span>
          <PlanSlot />
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </button>
      {open ? (
        <div id={id} className={floatingClass('absolute inset-x-0 bottom-full z-20 mb-1 grid grid-cols-1 gap-0.5 p-1')}>
          <p className="truncate px-3 py-1.5 text-13 text-ink-muted" title={user.email}>
            {user.email}
          </p>
          <NavigationLink item={settings} />
          <button type="button" aria-disabled={busy || undefined} onClick={() => void leave()} className={itemClass}>
            <LogOut aria-hidden className="size-4.5 shrink-0" />
            Sign Out
          </button>
        </div>
      ) : null}
    </div>
  );
}
