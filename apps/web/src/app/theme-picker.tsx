import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { chooseTheme, subscribeThemeChoice, type ThemeChoice, themeChoice } from '../lib/theme.ts';
import { type Segment, SegmentedControl } from '../ui/segmented-control.tsx';

const choices: readonly Segment<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: <Monitor /> },
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
];

export function ThemePicker() {
  const choice = useSyncExternalStore(subscribeThemeChoice, themeChoice);
  return (
    <SegmentedControl label="Theme" value={choice} onValueChange={chooseTheme} options={choices} className="w-full" />
  );
}
