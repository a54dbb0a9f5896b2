/** How a person wants the app, the same on every device: `profiles.preferences`, at most 8 KB. */
export interface UserPreferences {
  /** The number of due cues stands beside the ways to rehearsing. */
  dueReminders: boolean;
}

const defaults: UserPreferences = { dueReminders: true };

/** What is missing or of another version is the default. */
export function readPreferences(stored: unknown): UserPreferences {
  const { dueReminders } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  return { dueReminders: typeof dueReminders === 'boolean' ? dueReminders : defaults.dueReminders };
}
