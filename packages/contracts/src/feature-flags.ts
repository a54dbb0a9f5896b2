/**
 * What can be switched without a new build. Kept in a browser's local storage under `pkm_feature_flags` (a JSON object of the ones that differ
 * there), given to a whole installation by `FEATURE_FLAGS`. A flag grants nothing: what somebody may do is decided by the server.
 */
export const featureFlagDefaults = {
  /** Learning services that the first screen does without begin after its content. */
  serviceArchitecture: false,
  /** Rebuilt change of screens, with the browser's view transitions. */
  componentRefactors: false,
  /** The code of a screen comes when the screen is opened; off: all of it right after the start. */
  bundleSplitting: true,
  /** Scripts of two builds that meet (“before initialization”, the temporal dead zone) count as a part that failed to load. */
  tdzPrevention: true,
  /** What was read stays fresh for half a minute; off: every screen reads anew. */
  memoization: true,
  /** Switches on, for a share of the browsers, what the rollout carries. */
  gradualRollout: false,
  /** That share in percent, 0 to 100. */
  rolloutPercentage: 0,
  // One for each screen that has been announced. On only once the screen is there.
  aiTransform: false,
  canvas: false,
  todos: false,
  community: false,
  explore: false,
  pricing: false,
  analytics: false,
  knowledgeGraph: false,
  chat: false,
  safeHub: false,
};

export type FeatureFlags = typeof featureFlagDefaults;
export type FeatureFlagName = keyof FeatureFlags;
/** Those that are on or off. */
export type FeatureSwitchName = Exclude<FeatureFlagName, 'rolloutPercentage'>;

export const featureFlagNames = Object.keys(featureFlagDefaults) as FeatureFlagName[];
