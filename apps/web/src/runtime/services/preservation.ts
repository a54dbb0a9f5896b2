import { createStore, useStore } from '../../lib/store.ts';
import type { Environment } from '../environment.ts';

const modeKey = 'pkm-educational-preservation-mode';
const fallbackKey = 'pkm-educational-context-fallback';
const backupKey = 'pkm-educational-context-backup';

const fallbackContext = {
  basicChatAvailable: true,
  vectorEnhancement: false,
  progressiveAdaptation: false,
  learningContinuity: 'partial',
  degradation: 'moderate',
} as const;

export interface PreservationMode {
  active: true;
  fallbackContext: typeof fallbackContext;
  /** Milliseconds since 1970. */
  activatedAt: number;
}

/** What somebody was learning when a critical service failed. */
export interface EducationalContext {
  userId: string;
  learningSessionId: string | null;
  goal: string | null;
  /** 0 to 1; `null`: not known. */
  level: number | null;
  path: string;
}
type SavedContext = EducationalContext & { preservedAt: number; fallbackMode: true };

type Storages = Pick<Environment, 'clock' | 'local' | 'tab'>;

const mode = createStore<PreservationMode | null>(null);
/** Not `null`: something critical is away, and this tab goes on with the basic chat. */
export const usePreservation = () => useStore(mode);

/** A critical service failed: what the person was learning is kept, and this tab knows that it goes on with less. */
export function preserveEducation({ clock, local, tab }: Storages, context: EducationalContext): void {
  const now = clock.now();
  const active: PreservationMode = mode.get() ?? { active: true, fallbackContext, activatedAt: now };
  mode.set(active);
  try {
    tab.setItem(modeKey, JSON.stringify(active));
    const before = local.getItem(fallbackKey);
    if (before) local.setItem(backupKey, before);
    const saved: SavedContext = { ...context, preservedAt: now, fallbackMode: true };
    local.setItem(fallbackKey, JSON.stringify(saved));
  } catch {
    // The storage is full: the app goes on without the note.
  }
}

/** What this tab stored before it was loaded anew holds until the services say otherwise. */
export function resumePreservation({ tab }: Pick<Environment, 'tab'>): void {
  const stored = read<Partial<PreservationMode>>(tab.getItem(modeKey));
  if (stored?.active === true && typeof stored.activatedAt === 'number') {
    mode.set({ active: true, fallbackContext, activatedAt: stored.activatedAt });
  }
}

/** The context that was saved last; of a damaged one the backup. Nothing of somebody else. */
export function savedContext({ local }: Pick<Environment, 'local'>, userId: string): SavedContext | undefined {
  for (const key of [fallbackKey, backupKey]) {
    const saved = read<Partial<SavedContext>>(local.getItem(key));
    if (saved?.userId === userId && saved.fallbackMode === true) return saved as SavedContext;
  }
  return undefined;
}

/** All that is critical works again. */
export function endPreservation({ tab }: Pick<Environment, 'tab'>): void {
  tab.removeItem(modeKey);
  mode.set(null);
}

function read<Value>(text: string | null): Value | undefined {
  try {
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}
