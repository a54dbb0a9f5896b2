import { expect, it } from 'vitest';
import { readPreferences } from './preferences.ts';

const defaults = { dueReminders: true, upgradePrompts: true };

it.each([[null], [undefined], ['text'], [[]], [{ dueReminders: 'no', other: 1 }]])(
  'are the default for %j',
  (stored) => {
    expect(readPreferences(stored)).toEqual(defaults);
  },
);

it('are what was chosen, each for itself', () => {
  expect(readPreferences({ dueReminders: false, later: true })).toEqual({ ...defaults, dueReminders: false });
});
