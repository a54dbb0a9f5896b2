import type { FeatureSwitchName } from '@cairn/contracts/feature-flags';
import { type ScreenToCome, screensToCome } from '../screens-to-come.ts';
import { featureFlags } from './feature-flags.ts';

/** The screen to come at a link's address; the fragment does not count. */
export function screenToComeAt(
  href: string,
  screens: readonly ScreenToCome[] = screensToCome,
  flags: Readonly<Partial<Record<FeatureSwitchName, boolean>>> = featureFlags(),
): ScreenToCome | undefined {
  const path = href.replace(/[?#].*$/, '');
  return screens.find(({ paths, built, flag }) => paths.includes(path) && !(built && flags[flag]));
}
