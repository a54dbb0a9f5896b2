import {
  type FeatureFlagName,
  type FeatureFlags,
  type FeatureSwitchName,
  featureFlagDefaults,
  featureFlagNames,
} from '@cairn/contracts/feature-flags';

/** Who has decided a flag's value: the app, the installation, the gradual rollout, or somebody in this browser. */
export type FlagSource = 'default' | 'installation' | 'rollout' | 'browser';

export interface ResolvedFlags {
  values: Readonly<FeatureFlags>;
  sources: Readonly<Record<FeatureFlagName, FlagSource>>;
}

/** What the gradual rollout switches on. Everything else is switched for all or for nobody. */
const carriedByRollout: readonly FeatureSwitchName[] = ['serviceArchitecture', 'componentRefactors'];

/** The later decides: defaults, installation, rollout, this browser. */
export function resolveFlags(
  installation: Partial<FeatureFlags>,
  browser: Partial<FeatureFlags>,
  bucket: number,
): ResolvedFlags {
  const values: FeatureFlags = { ...featureFlagDefaults, ...installation, ...browser };
  const sourceOf = (name: FeatureFlagName): FlagSource => {
    if (name in browser) return 'browser';
    return name in installation ? 'installation' : 'default';
  };
  const sources = Object.fromEntries(featureFlagNames.map((name) => [name, sourceOf(name)])) as Record<
    FeatureFlagName,
    FlagSource
  >;
  if (values.gradualRollout && bucket < values.rolloutPercentage) {
    for (const name of carriedByRollout) {
      if (values[name] || name in browser) continue;
      values[name] = true;
      sources[name] = 'rollout';
    }
  }
  return { values, sources };
}

export interface StoredFlags {
  flags: Partial<FeatureFlags>;
  /** What stands there besides, e.g. the flags of another build: kept when flags are written. */
  others: Record<string, unknown>;
  /** Something there could not be understood; the defaults hold for it. */
  malformed: boolean;
}

/** Reads `pkm_feature_flags`. Nothing that stands there can stop the app. */
export function readStoredFlags(text: string | null): StoredFlags {
  if (text === null) return { flags: {}, others: {}, malformed: false };
  const stored = parseObject(text);
  if (!stored) return { flags: {}, others: {}, malformed: true };
  const flags: Partial<Record<FeatureFlagName, unknown>> = {};
  const others: Record<string, unknown> = {};
  let malformed = false;
  for (const [name, value] of Object.entries(stored)) {
    if (!isName(name)) others[name] = value;
    else if (isValueOf(name, value)) flags[name] = value;
    else malformed = true;
  }
  return { flags: flags as Partial<FeatureFlags>, others, malformed };
}

const isName = (name: string): name is FeatureFlagName => Object.hasOwn(featureFlagDefaults, name);

function isValueOf(name: FeatureFlagName, value: unknown): boolean {
  if (typeof value !== typeof featureFlagDefaults[name]) return false;
  return typeof value !== 'number' || (value >= 0 && value <= 100);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
