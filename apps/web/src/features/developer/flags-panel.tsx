import type { FeatureSwitchName } from '@cairn/contracts/feature-flags';
import { useState } from 'react';
import { thisBrowser } from '../../runtime/environment.ts';
import {
  featureFlags,
  flagsAsStored,
  forgetFlagOverrides,
  hasFlagOverrides,
  overrideFlag,
  ownBucket,
} from '../../runtime/feature-flags/feature-flags.ts';
import { screensToCome } from '../../runtime/screens-to-come.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FlagRow } from './flag-row.tsx';
import { behaviourWords, sourceWords } from './flag-words.ts';
import { RolloutPercentage } from './rollout-percentage.tsx';

interface FlagsPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The developer panel: sees every feature flag and switches it in this browser. */
export function FlagsPanel({ open, onOpenChange }: FlagsPanelProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} side="end" title="Feature flags">
      <Flags />
    </Sheet>
  );
}

const headingClass = 'mt-6 mb-1 text-13 font-semibold text-ink-muted';

function Flags() {
  const [resolved, setResolved] = useState(flagsAsStored);
  const switchFlag = (name: FeatureSwitchName, value: boolean | undefined) => {
    overrideFlag(name, value);
    setResolved(flagsAsStored());
  };
  const { values, sources, malformed } = resolved;
  const inPage = featureFlags();
  const changed = (Object.keys(values) as (keyof typeof values)[]).some((name) => values[name] !== inPage[name]);
  const included = ownBucket() < values.rolloutPercentage;
  const row = { resolved, onChange: switchFlag };
  return (
    <>
      <p className="text-14 text-ink-muted">
        What is switched here holds in this browser only, after a reload. It grants nothing.
      </p>
      {thisBrowser().storageBlocked ? (
        <Banner tone="warning" className="mt-4">
          This browser keeps nothing, so nothing can be switched in it.
        </Banner>
      ) : null}
      {malformed ? (
        <Banner tone="warning" className="mt-4">
          Part of what this browser had stored could not be understood. The defaults hold for it, and the next change
          replaces it.
        </Banner>
      ) : null}

      <h3 className={headingClass}>How the app works</h3>
      <ul>
        {(Object.keys(behaviourWords) as (keyof typeof behaviourWords)[]).map((name) => (
          <FlagRow key={name} name={name} {...behaviourWords[name]} {...row} />
        ))}
      </ul>

      <h3 className={headingClass}>Gradual rollout</h3>
      <Switch
        label="Gradual rollout"
        hint={
          <>
            <code className="font-mono text-12">gradualRollout</code> · {sourceWords[sources.gradualRollout]}
            <br />
            Switches service architecture and component refactors on for a share of all browsers.
          </>
        }
        checked={values.gradualRollout}
        onCheckedChange={(value) => switchFlag('gradualRollout', value)}
      />
      <RolloutPercentage
        value={values.rolloutPercentage}
        source={sources.rolloutPercentage}
        onChange={(value) => {
          overrideFlag('rolloutPercentage', value);
          setResolved(flagsAsStored());
        }}
      />
      <p className="mt-3 text-14">
        This browser has number {ownBucket()} of 0 to 99: {included ? 'it is among these' : 'it is not among these'}{' '}
        {values.rolloutPercentage} percent.
      </p>

      <h3 className={headingClass}>Screens</h3>
      <ul>
        {screensToCome.map(({ flag, feature, built, purpose }) => (
          <FlagRow
            key={flag}
            name={flag}
            label={feature}
            effect={purpose}
            fixed={built ? undefined : 'Not built yet'}
            {...row}
          />
        ))}
      </ul>

      <div className="sticky -bottom-4 -mx-4 mt-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-4 py-3">
        <p role="status" className="min-w-0 flex-1 text-13 text-ink-muted">
          {changed ? 'Takes effect after a reload.' : ''}
        </p>
        <Button
          look="quiet"
          disabled={!hasFlagOverrides()}
          onClick={() => {
            forgetFlagOverrides();
            setResolved(flagsAsStored());
          }}
        >
          Reset all
        </Button>
        <Button disabled={!changed} onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </>
  );
}
