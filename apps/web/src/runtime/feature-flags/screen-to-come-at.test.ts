import { featureFlagDefaults } from '@cairn/contracts/feature-flags';
import { expect, it } from 'vitest';
import { type ScreenToCome, screensToCome } from '../screens-to-come.ts';
import { screenToComeAt } from './screen-to-come-at.ts';

const transform: ScreenToCome = { feature: 'AI Transform', flag: 'aiTransform', paths: ['/transform'], purpose: '' };

it('a screen is to come until it is built and its flag is on', () => {
  const at = (built: boolean, aiTransform: boolean) =>
    screenToComeAt('/transform?from=x#part', [built ? { ...transform, built } : transform], { aiTransform });
  expect(at(false, false)?.feature).toBe('AI Transform');
  expect(at(false, true)?.feature).toBe('AI Transform');
  expect(at(true, false)?.feature).toBe('AI Transform');
  expect(at(true, true)).toBeUndefined();
});

it('each announced screen has a flag of its own, on by default exactly when it is built', () => {
  expect(new Set(screensToCome.map(({ flag }) => flag)).size).toBe(screensToCome.length);
  for (const { flag, built } of screensToCome) expect(featureFlagDefaults[flag], flag).toBe(built ?? false);
});
