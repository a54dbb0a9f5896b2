import { type CSSProperties, useSyncExternalStore } from 'react';
import { readStored } from '../../lib/storage.ts';

export const textSizes = [16, 18, 20, 22, 25] as const;
export const widths = { narrow: 54, medium: 66, wide: 80 } as const;
export type ReadingWidth = keyof typeof widths;

/** How articles look on this device. */
export interface ReadingSettings {
  /** Index into `textSizes`. */
  size: number;
  width: ReadingWidth;
  face: 'serif' | 'sans';
  /** On wide screens: the panel beside the text. */
  panel: boolean;
}

const usual: ReadingSettings = { size: 1, width: 'medium', face: 'serif', panel: true };
const storageKey = 'cairn-reading';
const listeners = new Set<() => void>();
let settings: ReadingSettings | undefined;

export function readingSettings(): ReadingSettings {
  settings ??= parse(readStored(storageKey));
  return settings;
}

export function changeReadingSettings(change: Partial<ReadingSettings>): void {
  settings = { ...readingSettings(), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
  for (const listener of listeners) listener();
}

export function useReadingSettings(): ReadingSettings {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readingSettings);
}

export const textStyle = ({ size, face }: ReadingSettings): CSSProperties => ({
  fontSize: `${(textSizes[size] ?? 18) / 16}rem`,
  fontFamily: `var(--font-${face})`,
});

/** Half of what is stored may be from another version: each value stands for itself. */
export function parse(stored: string | null): ReadingSettings {
  try {
    const { size, width, face, panel } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    return {
      size: typeof size === 'number' && textSizes[size] !== undefined ? size : usual.size,
      width: width === 'narrow' || width === 'wide' ? width : usual.width,
      face: face === 'sans' ? 'sans' : usual.face,
      panel: typeof panel === 'boolean' ? panel : usual.panel,
    };
  } catch {
    return usual;
  }
}
