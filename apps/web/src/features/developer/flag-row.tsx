import type { FeatureSwitchName } from '@cairn/contracts/feature-flags';
import { RotateCcw } from 'lucide-react';
import type { ResolvedFlags } from '../../runtime/feature-flags/resolve-flags.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { sourceWords } from './flag-words.ts';

interface FlagRowProps {
  name: FeatureSwitchName;
  label: string;
  effect: string;
  resolved: ResolvedFlags;
  /** Why it cannot be switched. */
  fixed?: string | undefined;
  onChange: (name: FeatureSwitchName, value: boolean | undefined) => void;
}

export function FlagRow({ name, label, effect, resolved, fixed, onChange }: FlagRowProps) {
  const source = resolved.sources[name];
  return (
    <li className="flex items-start gap-1 border-b border-line py-2 last:border-b-0">
      <Switch
        className="min-w-0 flex-1"
        label={label}
        hint={
          <>
            <code className="font-mono text-12 wrap-anywhere">{name}</code> · {fixed ?? sourceWords[source]}
            <br />
            {effect}
          </>
        }
        checked={resolved.values[name]}
        disabled={fixed !== undefined}
        onCheckedChange={(value) => onChange(name, value)}
      />
      {/* Takes its room at all times, so that the switches stand under each other. */}
      <span className="grid size-11 shrink-0 place-items-center pointer-fine:size-9">
        {source === 'browser' ? (
          <IconButton
            label={`Take back: ${label}`}
            icon={<RotateCcw aria-hidden />}
            onClick={() => onChange(name, undefined)}
          />
        ) : null}
      </span>
    </li>
  );
}
