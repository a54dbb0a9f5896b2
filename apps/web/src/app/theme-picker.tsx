import { useState } from 'react';
import { chooseTheme, readThemeChoice, type ThemeChoice } from '../lib/theme.ts';

const choices: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function ThemePicker() {
  const [choice, setChoice] = useState(readThemeChoice);
  return (
    <label className="flex items-center gap-2">
      Theme
      <select
        value={choice}
        onChange={(event) => {
          const next = choices.find(({ value }) => value === event.target.value)?.value ?? 'system';
          setChoice(next);
          chooseTheme(next);
        }}
        className="min-h-11 rounded-10 border border-line-strong bg-surface px-3 text-ink pointer-fine:min-h-8"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
