import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, readThemeChoice, type ThemeChoice } from '../lib/theme.ts';
import { type Segment, SegmentedControl } from '../ui/segmented-control.tsx';

const choices: readonly Segment<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: <Monitor /> },
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
];

export function ThemePicker() {
  const [choice, setChoice] = useState(readThemeChoice);
  return (
    <SegmentedControl
      label="Theme"
      value={choice}
      onValueChange={(next) => {
        setChoice(next);
        chooseTheme(next);
      }}
      options={choices}
      className="w-full"
    />
  );
}
