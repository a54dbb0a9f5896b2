import { Select } from '../../ui/select.tsx';
import { changeReadingSettings, type ReadingWidth, textSizes, useReadingSettings } from './reading-settings.ts';

/** How articles open in this browser: the same choices that stand beside each article. */
export function ReadingDefaults() {
  const { size, width, face } = useReadingSettings();
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        label="Text size"
        value={String(size)}
        onValueChange={(next) => changeReadingSettings({ size: Number(next) })}
        options={textSizes.map((pixels, index) => ({ value: String(index), label: `${pixels} px` }))}
      />
      <Select<ReadingWidth>
        label="Column width"
        value={width}
        onValueChange={(next) => changeReadingSettings({ width: next })}
        options={[
          { value: 'narrow', label: 'Narrow' },
          { value: 'medium', label: 'Medium' },
          { value: 'wide', label: 'Wide' },
        ]}
      />
      <Select<'serif' | 'sans'>
        label="Typeface"
        value={face}
        onValueChange={(next) => changeReadingSettings({ face: next })}
        options={[
          { value: 'serif', label: 'Serif' },
          { value: 'sans', label: 'Sans' },
        ]}
      />
    </div>
  );
}
