import { LogIn, Menu } from 'lucide-react';
import { openAuthModal } from '../../runtime/auth-modal.ts';
import { useSession } from '../../runtime/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { BrandLink } from './sidebar.tsx';
import { PercentSlot } from './usage-slots.tsx';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  menuOpen: boolean;
  /** A finger or a pointer is on its way to the button. */
  onIntent: () => void;
  onMenu: () => void;
}

/** Small screens only: the sidebar is behind its menu button. */
export function TopBar({ menuOpen, onIntent, onMenu }: TopBarProps) {
  const session = useSession();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-paper ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pt-[env(safe-area-inset-top)] md:hidden">
      <div className="flex min-h-14 items-center gap-1 px-1">
        <button
          type="button"
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onPointerDown={onIntent}
          onFocus={onIntent}
          onClick={onMenu}
          className="grid size-11 place-items-center rounded-10 text-ink hover:bg-accent-soft"
        >
          <Menu aria-hidden className="size-5" />
        </button>
        <BrandLink />
        {session.status === 'authenticated' ? (
          <div className="ms-auto flex min-w-0 items-center">
            <PercentSlot />
            <UserMenu user={session.user} />
          </div>
        ) : session.status === 'initializing' ? null : (
          <IconButton
            label="Sign In"
            icon={<LogIn aria-hidden />}
            className="ms-auto"
            onClick={() => openAuthModal('signin')}
          />
        )}
      </div>
    </header>
  );
}
