import { useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { FileInput, House, Library, ListTodo, type LucideIcon, WandSparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { afterScroll, scrollStart } from '../../lib/scroll-visibility.ts';
import { useKeyboardOnScreen } from '../../lib/use-keyboard-on-screen.ts';
import { respondToTouch } from '../../ui/touch-response.ts';
import { NavigationTarget } from './navigation-target.tsx';

interface BottomItem {
  name: string;
  href: string;
  icon: LucideIcon;
  requireAuth: boolean;
  primary?: true;
}

const items: readonly BottomItem[] = [
  { name: 'Home', href: '/', icon: House, requireAuth: false },
  { name: 'Tasks', href: '/todos', icon: ListTodo, requireAuth: true },
  { name: 'AI Transform', href: '/transform', icon: WandSparkles, requireAuth: true },
  { name: 'Import', href: '/import', icon: FileInput, requireAuth: true, primary: true },
  { name: 'PKM Hub', href: '/pkm-hub', icon: Library, requireAuth: true },
];

/** Where the bar never hides. */
const alwaysThere = /chat|pkm-hub/;

/**
 * For thumbs. Whatever else stands at the lower edge keeps off it by `--bottom-bar`, the height it takes at this moment.
 * Rendered only where the screen is small and can be touched.
 */
export function BottomNavigation() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const scrolledAway = useScrolledAway(path);
  const keyboard = useKeyboardOnScreen();
  const visible = !keyboard && (!scrolledAway || alwaysThere.test(path));
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--bottom-bar', visible ? 'calc(3.5rem + env(safe-area-inset-bottom))' : '0px');
    return () => {
      style.removeProperty('--bottom-bar');
    };
  }, [visible]);
  return (
    <nav
      aria-label="Quick navigation"
      inert={!visible}
      data-hidden={!visible || undefined}
      className={clsx(
        'fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] transition-transform duration-150 ease-out motion-reduce:transition-none print:hidden',
        !visible && 'translate-y-full',
      )}
    >
      <ul className="grid h-[calc(3.5rem-1px)] grid-cols-5">
        {items.map((item) => (
          <li key={item.href} className="grid min-w-0">
            <BottomLink item={item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BottomLink({ item }: { item: BottomItem }) {
  const { icon: Icon, name, primary } = item;
  return (
    <NavigationTarget
      item={item}
      className="grid min-w-0 place-items-center text-ink-muted aria-[current=page]:text-accent"
    >
      {() => (
        <span onPointerDown={respondToTouch} className="grid max-w-full justify-items-center gap-0.5">
          <span
            className={clsx(
              'grid place-items-center rounded-full',
              primary ? 'h-7 w-12 bg-accent text-accent-ink' : 'h-7 w-10',
            )}
          >
            <Icon aria-hidden className="size-5" />
          </span>
          <span className="max-w-full truncate text-12 leading-4 tracking-tight">{name}</span>
        </span>
      )}
    </NavigationTarget>
  );
}

function useScrolledAway(path: string): boolean {
  const [away, setAway] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins at its top, with the bar in view
  useEffect(() => {
    let state = scrollStart(window.scrollY, performance.now());
    setAway(false);
    const follow = () => {
      state = afterScroll(state, Math.max(0, window.scrollY), performance.now());
      setAway(!state.visible);
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [path]);
  return away;
}
