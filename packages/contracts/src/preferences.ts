/** How a person wants the app, the same on every device: `profiles.preferences`, at most 8 KB. */
export interface UserPreferences {
  /** The number of due cues stands beside the ways to rehearsing. */
  dueReminders: boolean;
  /** What the next plan brings is said when little of this one is left. */
  upgradePrompts: boolean;
}

const defaults: UserPreferences = { dueReminders: true, upgradePrompts: true };

/** What is missing or of another version is the default. */
export function readPreferences(stored: unknown): UserPreferences {
  const said = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const read = (name: keyof UserPreferences) => {
    const value = said[name];
    return typeof value === 'boolean' ? value : defaults[name];
  };
  return { dueReminders: read('dueReminders'), upgradePrompts: read('upgradePrompts') };
}
