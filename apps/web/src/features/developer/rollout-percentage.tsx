import { useState } from 'react';
import type { FlagSource } from '../../runtime/feature-flags/resolve-flags.ts';
import { TextField } from '../../ui/field.tsx';
import { sourceWords } from './flag-words.ts';

interface RolloutPercentageProps {
  value: number;
  source: FlagSource;
  /** `undefined`: the field was emptied, this browser has no word of its own. */
  onChange: (value: number | undefined) => void;
}

const percentage = /^\s*(\d{1,2}(\.\d+)?|100)\s*$/;

/** Takes up what is typed once it is a number from 0 to 100, and says so when it is not. */
export function RolloutPercentage({ value, source, onChange }: RolloutPercentageProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const valid = typed === null || typed.trim() === '' || percentage.test(typed);
  return (
    <div className="mt-3">
      <TextField
        label="Rollout percentage"
        hint={
          <>
            <code className="font-mono text-12">rolloutPercentage</code> · {sourceWords[source]}
          </>
        }
        inputMode="decimal"
        value={typed ?? String(value)}
        error={valid ? undefined : 'A number from 0 to 100'}
        onChange={({ target }) => {
          const text = target.value;
          setTyped(text);
          if (text.trim() === '') onChange(undefined);
          else if (percentage.test(text)) onChange(Number(text));
        }}
        onBlur={() => {
          if (valid) setTyped(null);
        }}
      />
    </div>
  );
}
