import { type RefObject, useEffect, useRef } from 'react';
import { useScreenCommands } from '../../runtime/screen-commands.ts';

export interface ListKeys {
  count: number;
  scrollTo: (index: number) => void;
  onToggle: (index: number) => void;
  onArchive: (index: number | undefined) => void;
  onRemove: (index: number | undefined) => void;
  onTag: (index: number | undefined) => void;
  onClear: () => void;
}

/** By name too: they are about the selection, or else the item that has or had the focus. */
const listCommands = [
  { id: 'next-item', title: 'Next item', key: 'j' },
  { id: 'previous-item', title: 'Previous item', key: 'k' },
  { id: 'select-item', title: 'Select the item', key: 'x' },
  { id: 'archive-items', title: 'Archive the item or the selection', key: 'e' },
  { id: 'tag-items', title: 'Tag the item or the selection', key: 't' },
  { id: 'delete-items', title: 'Delete the item or the selection', key: '#' },
  { id: 'clear-selection', title: 'Clear the selection', key: 'Escape' },
] as const;

const writes = (target: Element) =>
  target.closest(
    'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=""], [contenteditable=true]',
  ) !== null;
// A toast is a dialog to screen readers, and no place of its own: after its Undo the keys go on.
const elsewhere = (target: Element) =>
  target.closest('[role=dialog]:not([data-tone]), [role=menu], [role=listbox], [role=alertdialog]:not([data-tone])') !==
  null;

/** j/k or the arrows move, Enter opens, x selects, e archives, # or Delete removes, t tags, Escape lets go. */
export function useListKeys(container: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const latest = useRef(keys);
  const active = useRef<number | undefined>(undefined);
  const act = useRef<(key: string) => void>(() => {});
  useEffect(() => {
    latest.current = keys;
  });
  useScreenCommands(
    keys.count === 0
      ? []
      : listCommands.map(({ key, ...command }) => ({
          ...command,
          screenKeys: key === 'Escape' ? 'esc' : key,
          run: () => act.current(key),
        })),
  );

  useEffect(() => {
    const rowOf = (element: Element | null) => {
      const row = container.current?.contains(element) ? element?.closest<HTMLElement>('[data-row]') : undefined;
      return row ? Number(row.dataset.row) : undefined;
    };
    const focusRow = (index: number, attempts = 12): void => {
      const row = container.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
      const target = row?.querySelector<HTMLElement>('a, [data-row-title]');
      if (row && target) {
        target.focus({ preventScroll: true });
        row.scrollIntoView({ block: 'nearest' });
      } else if (attempts > 0) {
        if (attempts === 12) latest.current.scrollTo(index);
        requestAnimationFrame(() => focusRow(index, attempts - 1));
      }
    };
    const move = (step: number) => {
      const { count } = latest.current;
      if (count === 0) return;
      const at = rowOf(document.activeElement) ?? active.current;
      const next = at === undefined ? 0 : Math.min(Math.max(at + step, 0), count - 1);
      active.current = next;
      focusRow(next);
    };
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || writes(target) || elsewhere(target)) return;
      const inList = container.current?.contains(target) ?? false;
      // Outside of the list the arrows scroll the page.
      if (!inList && target !== document.body && event.key.startsWith('Arrow')) return;
      const action = actionFor(event.key);
      if (!action) return;
      if (event.key !== 'Escape') event.preventDefault();
      action();
    };
    const actionFor = (key: string): (() => void) | undefined => {
      const focused = rowOf(document.activeElement);
      if (focused !== undefined) active.current = focused;
      const at = active.current;
      const { onToggle, onArchive, onRemove, onTag, onClear } = latest.current;
      if (key === 'j' || key === 'ArrowDown') return () => move(1);
      if (key === 'k' || key === 'ArrowUp') return () => move(-1);
      if (key === 'x') return at === undefined ? undefined : () => onToggle(at);
      if (key === 'e') return () => onArchive(at);
      if (key === '#' || key === 'Delete') return () => onRemove(at);
      if (key === 't') return () => onTag(at);
      return key === 'Escape' ? onClear : undefined;
    };
    act.current = (key) => actionFor(key)?.();
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [container]);
}
