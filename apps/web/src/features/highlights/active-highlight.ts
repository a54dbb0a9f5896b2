import { useSyncExternalStore } from 'react';

/** Which highlight is chosen, on the page and in the list alike; `writing`: its comment is being written. */
interface Active {
  id: string | null;
  writing: boolean;
}

let active: Active = { id: null, writing: false };
const listeners = new Set<() => void>();

export function choose(id: string | null, writing = false): void {
  if (active.id === id && active.writing === writing) return;
  active = { id, writing };
  for (const listener of listeners) listener();
}

export const chosen = (): Active => active;

export function useChosen(): Active {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => active,
  );
}
