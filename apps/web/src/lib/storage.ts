/** Web storage that may be blocked (privacy mode): reading gives `null`, writing does nothing. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** `null` forgets the key. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
}

/** Forgets every key that has these words in it, in both storages. */
export function forgetStoredOf(words: string): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[name];
      for (const key of Object.keys(storage)) if (key.includes(words)) storage.removeItem(key);
    } catch {
      // Storage is blocked: nothing was kept.
    }
  }
}

export interface WorkingStorage {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The browser keeps nothing; what is written lives as long as the page. */
  blocked: boolean;
}

const working = new Map<string, WorkingStorage>();

/** Web storage, or one that works for this page only where the browser blocks the real one. The same one at every call. */
export function workingStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): WorkingStorage {
  const known = working.get(name);
  if (known) return known;
  const made = probe(name);
  working.set(name, made);
  return made;
}

function probe(name: 'localStorage' | 'sessionStorage'): WorkingStorage {
  try {
    const storage = window[name];
    const key = 'cairn-storage-probe';
    storage.setItem(key, '1');
    storage.removeItem(key);
    return { storage, blocked: false };
  } catch {
    const values = new Map<string, string>();
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
    return { storage, blocked: true };
  }
}
