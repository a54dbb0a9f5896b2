import type { FeatureFlagName, FeatureFlags, FeatureSwitchName } from '@cairn/contracts/feature-flags';
import { flagsInPage } from '../../data/public-config.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { type ResolvedFlags, readStoredFlags, resolveFlags } from './resolve-flags.ts';
import { rolloutBucket } from './rollout-bucket.ts';

const flagsKey = 'pkm_feature_flags';
const userIdKey = 'user_id';

let bucket: number | undefined;

/** This browser's place in the gradual rollout, 0 to 99. */
export function ownBucket(): number {
  bucket ??= rolloutBucket({
    host: window.location.host,
    userId: readStored(userIdKey),
    userAgent: navigator.userAgent,
  });
  return bucket;
}

/** What stands in the storage now, which may differ from what this page began with. */
export function flagsAsStored(): ResolvedFlags & { malformed: boolean } {
  const { flags, malformed } = readStoredFlags(readStored(flagsKey));
  return { ...resolveFlags(flagsInPage(), flags, ownBucket()), malformed };
}

let inPage: ResolvedFlags | undefined;

/** The flags of this page: read once, so that nothing changes its ways while somebody is at work. A reload takes up what was changed. */
export function featureFlags(): ResolvedFlags['values'] {
  inPage ??= flagsAsStored();
  return inPage.values;
}

export const isOn = (name: FeatureSwitchName): boolean => featureFlags()[name];

/** `undefined` takes the browser's own word back. What could not be understood goes with the first change. */
export function overrideFlag<Name extends FeatureFlagName>(name: Name, value: FeatureFlags[Name] | undefined): void {
  const { flags, others } = readStoredFlags(readStored(flagsKey));
  const next: Record<string, unknown> = { ...others, ...flags };
  if (value === undefined) delete next[name];
  else next[name] = value;
  writeStored(flagsKey, Object.keys(next).length > 0 ? JSON.stringify(next) : null);
}

export const forgetFlagOverrides = (): void => writeStored(flagsKey, null);

/** Somebody has switched something in this browser. */
export const hasFlagOverrides = (): boolean => readStored(flagsKey) !== null;
