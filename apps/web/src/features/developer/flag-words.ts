import type { FeatureSwitchName } from '@cairn/contracts/feature-flags';
import type { FlagSource } from '../../runtime/feature-flags/resolve-flags.ts';

interface FlagWords {
  label: string;
  effect: string;
}

/** The flags that are about how the app works; those of screens take their words from the screens. */
export const behaviourWords = {
  serviceArchitecture: {
    label: 'Service architecture',
    effect: 'Learning services that the first screen does without begin after its content.',
  },
  componentRefactors: {
    label: 'Component refactors',
    effect: 'Screens change with the view transitions of the browser.',
  },
  bundleSplitting: {
    label: 'Bundle splitting',
    effect: 'The code of a screen comes when it is opened. Off: all of it right after the start.',
  },
  tdzPrevention: {
    label: 'TDZ prevention',
    effect: 'Parts of two versions that meet are reloaded instead of shown as an error.',
  },
  memoization: {
    label: 'Memoization',
    effect: 'What was read stays fresh for half a minute. Off: each screen reads anew.',
  },
} satisfies Partial<Record<FeatureSwitchName, FlagWords>>;

export const sourceWords: Record<FlagSource, string> = {
  default: 'Default',
  installation: 'Set by this installation',
  rollout: 'On by the gradual rollout',
  browser: 'Set in this browser',
};
