/** How long a begun sequence waits for its next key. */
export const sequenceMs = 1500;

export interface KeyPress {
  key: string;
  ctrl: boolean;
  meta: boolean;
  alt: boolean;
  /** Milliseconds, of any clock that runs forward. */
  at: number;
}

export type KeyOutcome = { kind: 'match'; keys: string } | { kind: 'begun' } | { kind: 'none' };

/**
 * Follows key presses and says when one of the given shortcuts is complete: `mod+k` (Control or Command), `?`, or `g d` one after the
 * other. A sequence that is not continued in time, or with another key, is forgotten.
 */
export function createKeySequence() {
  let begun = '';
  let begunAt = 0;
  return (press: KeyPress, shortcuts: readonly string[]): KeyOutcome => {
    const mod = press.ctrl || press.meta;
    // A letter with Alt is another letter on many keyboards.
    if (press.alt) return forget();
    const key = mod ? `mod+${press.key.toLowerCase()}` : press.key.length === 1 ? press.key.toLowerCase() : press.key;
    const continued = begun !== '' && press.at - begunAt <= sequenceMs ? `${begun} ${key}` : key;
    for (const keys of new Set([continued, key])) {
      if (shortcuts.includes(keys)) {
        begun = '';
        return { kind: 'match', keys };
      }
      if (shortcuts.some((shortcut) => shortcut.startsWith(`${keys} `))) {
        begun = keys;
        begunAt = press.at;
        return { kind: 'begun' };
      }
    }
    return forget();
  };

  function forget(): KeyOutcome {
    begun = '';
    return { kind: 'none' };
  }
}
