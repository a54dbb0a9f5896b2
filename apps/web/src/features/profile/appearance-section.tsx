import { type ReactNode, useSyncExternalStore } from 'react';
import { chooseTheme, subscribeThemeChoice, type ThemeChoice, themeChoice } from '../../lib/theme.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';

/** How Cairn looks in this browser. `reading`: how articles open. */
export function AppearanceSection({ reading }: { reading: ReactNode }) {
  const choice = useSyncExternalStore(subscribeThemeChoice, themeChoice);
  return (
    <div className="grid max-w-xl gap-6">
      <RadioGroup<ThemeChoice>
        label="Theme"
        value={choice}
        onValueChange={chooseTheme}
        options={[
          {
            value: 'system',
            label: 'As the system',
            hint: 'Follows the setting of this device, also through the day.',
          },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <div className="grid gap-3">
        <h3 className="text-14 font-medium">Reading</h3>
        {reading}
      </div>
    </div>
  );
}
