import { AArrowDown, AArrowUp, ALargeSmall } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, readThemeChoice, type ThemeChoice } from '../../lib/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { changeReadingSettings, type ReadingWidth, textSizes, useReadingSettings } from './reading-settings.ts';

interface SettingsPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function SettingsPopover({ open, onOpenChange }: SettingsPopoverProps) {
  const settings = useReadingSettings();
  const [theme, setTheme] = useState(readThemeChoice);
  const size = textSizes[settings.size] ?? 18;
  return (
    <Popover
      label="Reading settings"
      open={open}
      onOpenChange={onOpenChange}
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={<IconButton label="Reading settings" icon={<ALargeSmall aria-hidden />} />}
    >
      <div className="grid gap-4">
        <fieldset className="flex items-center justify-between gap-2">
          <legend className="sr-only">Text size</legend>
          <span aria-hidden>Text size</span>
          <div className="flex items-center gap-1">
            <IconButton
              label="Smaller text"
              look="quiet"
              icon={<AArrowDown aria-hidden />}
              disabled={settings.size === 0}
              onClick={() => changeReadingSettings({ size: settings.size - 1 })}
            />
            <output className="w-12 text-center tabular-nums">{size} px</output>
            <IconButton
              label="Larger text"
              look="quiet"
              icon={<AArrowUp aria-hidden />}
              disabled={settings.size === textSizes.length - 1}
              onClick={() => changeReadingSettings({ size: settings.size + 1 })}
            />
          </div>
        </fieldset>
        <SegmentedControl
          label="Column width"
          value={settings.width}
          onValueChange={(width: ReadingWidth) => changeReadingSettings({ width })}
          options={[
            { value: 'narrow', label: 'Narrow' },
            { value: 'medium', label: 'Medium' },
            { value: 'wide', label: 'Wide' },
          ]}
        />
        <SegmentedControl
          label="Typeface"
          value={settings.face}
          onValueChange={(face: 'serif' | 'sans') => changeReadingSettings({ face })}
          options={[
            { value: 'serif', label: 'Serif' },
            { value: 'sans', label: 'Sans' },
          ]}
        />
        <SegmentedControl
          label="Theme"
          value={theme}
          onValueChange={(choice: ThemeChoice) => {
            setTheme(choice);
            chooseTheme(choice);
          }}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
    </Popover>
  );
}
