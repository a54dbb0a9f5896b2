import { Menu as Base } from '@base-ui/react/menu';
import { useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { floatingClass, optionClass } from './floating.ts';
import { Kbd } from './kbd.tsx';

export interface MenuItem {
  label: string;
  icon?: ReactNode | undefined;
  onSelect?: (() => void) | undefined;
  /** Makes the item a link. */
  href?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Shown at the end of the row: `mod+k`. */
  shortcut?: string | undefined;
  /** A line above this item. */
  separated?: boolean | undefined;
}

export interface MenuProps {
  /** A button. It gets the roles and the handlers. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | undefined;
  /** Stands above the items, e.g. who is signed in. */
  header?: ReactNode | undefined;
}

export function Menu({ trigger, items, align = 'start', side = 'bottom', header }: MenuProps) {
  const withIcons = items.some(({ icon }) => icon !== undefined);
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup className={floatingClass('max-h-(--available-height) min-w-48 overflow-y-auto p-1')}>
            <Base.Group>
              {header ? (
                <Base.GroupLabel aria-hidden className="mb-1 border-b border-line px-2.5 py-2 text-13 text-ink-muted">
                  {header}
                </Base.GroupLabel>
              ) : null}
              {items.map((item) => (
                <MenuRow key={item.label} item={item} indented={withIcons} />
              ))}
            </Base.Group>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRow({ item, indented }: { item: MenuItem; indented: boolean }) {
  const router = useRouter({ warn: false });
  const { label, icon, onSelect, href, danger, disabled, shortcut, separated } = item;
  const className = clsx(optionClass, danger && 'text-danger data-highlighted:bg-danger-soft');
  const content = (
    <>
      {indented ? (
        <span
          aria-hidden
          className={clsx('grid size-4 place-items-center [&_svg]:size-4', !danger && 'text-ink-muted')}
        >
          {icon}
        </span>
      ) : null}
      <span className="min-w-0 flex-1">{label}</span>
      {shortcut ? <Kbd keys={shortcut} /> : null}
    </>
  );
  const line = separated ? <Base.Separator className="-mx-1 my-1 h-px bg-line" /> : null;

  if (href === undefined || disabled) {
    return (
      <>
        {line}
        <Base.Item label={label} disabled={disabled} onClick={onSelect} className={className}>
          {content}
        </Base.Item>
      </>
    );
  }
  return (
    <>
      {line}
      <Base.LinkItem
        label={label}
        href={href}
        closeOnClick
        className={className}
        onClick={(event: MouseEvent) => {
          onSelect?.();
          if (!router || !href.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(href);
        }}
      >
        {content}
      </Base.LinkItem>
    </>
  );
}
