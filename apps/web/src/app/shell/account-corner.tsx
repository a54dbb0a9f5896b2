import { LogIn } from 'lucide-react';
import { useStore } from '../../lib/store.ts';
import { openAuthModal } from '../../runtime/auth-modal.ts';
import { useSession } from '../../runtime/session.ts';
import { rememberedPlan, shownPlan } from '../../runtime/usage/shown-plan.ts';
import { Button } from '../../ui/button.tsx';
import { ThemePicker } from '../theme-picker.tsx';
import { accountItems } from './navigation-items.ts';
import { NavigationLink } from './navigation-link.tsx';
import { UsageSlot } from './usage-slots.tsx';
import { UserMenu } from './user-menu.tsx';

/** What the plan of the person gives, below the navigation. Nothing while nobody is signed in. */
export function PlanCorner() {
  const session = useSession();
  const plan = useStore(shownPlan) ?? rememberedPlan();
  if (session.status !== 'authenticated') return null;
  return (
    <div className="grid grid-cols-1 gap-2 border-t border-line pt-3">
      <UsageSlot />
      <ul className="grid grid-cols-1 gap-0.5">
        {accountItems
          .filter(({ href }) => href !== '/pricing' || plan === 'free')
          .map((item) => (
            <li key={item.href}>
              <NavigationLink item={item} />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The foot of the sidebar, in view however far the rest is scrolled: the account of the person, or the way to one. */
export function AccountCorner() {
  const session = useSession();
  return (
    <div className="sticky bottom-0 z-1 grid grid-cols-1 gap-2 border-t border-line bg-(--sidebar-paper) pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      {session.status === 'authenticated' ? (
        <UserMenu user={session.user} mode="menu" />
      ) : session.status === 'initializing' ? (
        <div aria-hidden="true" className="min-h-11" />
      ) : (
        <SignInButton />
      )}
      <ThemePicker />
    </div>
  );
}

export function SignInButton() {
  return (
    <Button onClick={() => openAuthModal('signin')}>
      <LogIn aria-hidden className="size-4" />
      Sign In
    </Button>
  );
}
