import { useSyncExternalStore } from 'react';
import type { ItemKey } from '../data/library.ts';

/** Items leave a list at once, before the server has answered, and come back when it refuses or the person wants them back. */
export type ListName = 'library' | 'trash';

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export const hiddenKey = (list: ListName, { kind, id }: ItemKey) => `${list} ${kind} ${id}`;

function change(edit: (next: Set<string>) => void): void {
  const next = new Set(hidden);
  edit(next);
  hidden = next;
  for (const listener of listeners) listener();
}

export function hideItems(list: ListName, items: readonly ItemKey[]): void {
  change((next) => {
    for (const item of items) next.add(hiddenKey(list, item));
  });
}

export function showItems(list: ListName, items: readonly ItemKey[]): void {
  change((next) => {
    for (const item of items) next.delete(hiddenKey(list, item));
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function useHiddenItems(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}
