import { useRouterState } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';
import { type NavigationItem, navigationItems } from './navigation-items.ts';
import { NavigationLink } from './navigation-link.tsx';

/** The main navigation, the same in the sidebar and in the sheet of small screens. */
export function Navigation() {
  return (
    <nav aria-label="Main">
      <ul className="grid grid-cols-1 gap-0.5">
        {navigationItems.map((item) => (
          <li key={item.href}>{item.submenu ? <ItemWithSubmenu item={item} /> : <NavigationLink item={item} />}</li>
        ))}
      </ul>
    </nav>
  );
}

const storageKey = (href: string) => `cairn-submenu:${href}`;

/** Open unless it was closed in this browser before. It opens by itself when the screen shown is in it. */
function ItemWithSubmenu({ item }: { item: NavigationItem }) {
  const [open, setOpen] = useState(() => readStored(storageKey(item.href)) !== 'closed');
  const inside = useRouterState({
    select: ({ location }) => item.submenu?.some(({ href }) => href === location.pathname) ?? false,
  });
  const id = `submenu-${item.href.slice(1)}`;
  useEffect(() => {
    if (inside) setOpen(true);
  }, [inside]);
  const toggle = () => {
    writeStored(storageKey(item.href), open ? 'closed' : null);
    setOpen(!open);
  };
  return (
    <>
      <div className="flex items-center">
        <NavigationLink item={item} className="flex-1" />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`${item.name} submenu`}
          onClick={toggle}
          className="grid size-11 shrink-0 place-items-center rounded-10 text-ink-muted hover:bg-accent-soft hover:text-ink pointer-fine:size-9"
        >
          <ChevronDown
            aria-hidden
            className={`size-4 transition-transform duration-150 ${open ? '' : '-rotate-90 rtl:rotate-90'}`}
          />
        </button>
      </div>
      <ul id={id} hidden={!open} className="ms-5 mt-0.5 grid grid-cols-1 gap-0.5 border-s border-line ps-2">
        {item.submenu?.map((child) => (
          <li key={child.href}>
            <NavigationLink item={child} />
          </li>
        ))}
      </ul>
    </>
  );
}
