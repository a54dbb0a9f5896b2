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

/** A critical service failed: what the person was learning is kept, and this tab knows that it goes on with less. */
export function preserveEducation({ clock, local, tab }: Pick<Environment, 'clock' | 'local' | 'tab'>): void {
  const now = clock.now();
  try {
    tab.setItem(modeKey, JSON.stringify({ active: true, fallbackContext, activatedAt: now }));
    const before = local.getItem(fallbackKey);
    if (before) local.setItem(backupKey, before);
    local.setItem(fallbackKey, JSON.stringify({ preservedAt: now, fallbackMode: true }));
  } catch {
    // The storage is full: the app goes on without the note.
  }
}

/** All that is critical works again. */
export function endPreservation({ tab }: Pick<Environment, 'tab'>): void {
  tab.removeItem(modeKey);
}
