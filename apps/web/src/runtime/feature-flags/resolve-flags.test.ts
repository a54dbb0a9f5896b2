import { featureFlagDefaults } from '@cairn/contracts/feature-flags';
import { describe, expect, it } from 'vitest';
import { readStoredFlags, resolveFlags } from './resolve-flags.ts';

describe('the flags by default', () => {
  it('are service architecture and component refactors off; bundle splitting, TDZ prevention and memoization on; rollout 0 and off', () => {
    expect(resolveFlags({}, {}, 0).values).toMatchObject({
      serviceArchitecture: false,
      componentRefactors: false,
      bundleSplitting: true,
      tdzPrevention: true,
      memoization: true,
      rolloutPercentage: 0,
      gradualRollout: false,
      aiTransform: false,
    });
  });
  it('give way to the installation, and the installation to the browser', () => {
    const { values, sources } = resolveFlags(
      { memoization: false, bundleSplitting: false },
      { bundleSplitting: true, tdzPrevention: false },
      99,
    );
    expect(values).toMatchObject({ memoization: false, bundleSplitting: true, tdzPrevention: false });
    expect(sources).toMatchObject({
      memoization: 'installation',
      bundleSplitting: 'browser',
      tdzPrevention: 'browser',
      serviceArchitecture: 'default',
    });
  });
});

describe('the gradual rollout', () => {
  const rollout = { gradualRollout: true, rolloutPercentage: 30 };
  it.each([
    [0, true],
    [29, true],
    [30, false],
    [99, false],
  ])('of 30 percent reaches the browser with number %i: %s', (bucket, reached) => {
    const { values, sources } = resolveFlags(rollout, {}, bucket);
    expect(values).toMatchObject({ serviceArchitecture: reached, componentRefactors: reached });
    expect(sources.serviceArchitecture).toBe(reached ? 'rollout' : 'default');
  });
  it('reaches nobody at 0 percent, everybody at 100, and nobody while it is off', () => {
    const reached = (flags: object, bucket: number) => resolveFlags(flags, {}, bucket).values.serviceArchitecture;
    expect(reached({ gradualRollout: true }, 0)).toBe(false);
    expect(reached({ gradualRollout: true, rolloutPercentage: 100 }, 99)).toBe(true);
    expect(reached({ rolloutPercentage: 100 }, 0)).toBe(false);
  });
  it('carries no screen, and leaves alone what somebody switched in the browser', () => {
    const { values, sources } = resolveFlags(rollout, { componentRefactors: false }, 0);
    expect(values).toMatchObject({ serviceArchitecture: true, componentRefactors: false, aiTransform: false });
    expect(sources.componentRefactors).toBe('browser');
  });
});

describe('what the storage holds', () => {
  it.each([['{'], ['null'], ['[]'], ['"on"'], ['7'], ['']])('%s is none: the defaults hold', (text) => {
    const { flags, malformed } = readStoredFlags(text);
    expect(malformed).toBe(true);
    expect(resolveFlags({}, flags, 0).values).toEqual(featureFlagDefaults);
  });
  it.each([
    [{ memoization: 'no' }],
    [{ rolloutPercentage: '50' }],
    [{ rolloutPercentage: 101 }],
    [{ rolloutPercentage: -1 }],
    [{ memoization: null }],
  ])('a value of another kind counts as not there: %o', (stored) => {
    const { flags, malformed } = readStoredFlags(JSON.stringify({ ...stored, tdzPrevention: false }));
    expect(malformed).toBe(true);
    expect(flags).toEqual({ tdzPrevention: false });
  });
  it('may hold the flags of another version, which are kept and mean nothing', () => {
    const stored = readStoredFlags('{"later": true, "toString": true, "__proto__": {"memoization": false}}');
    expect(stored).toMatchObject({ flags: {}, others: { later: true, toString: true }, malformed: false });
    expect(resolveFlags({}, stored.flags, 0).values.memoization).toBe(true);
  });
  it('may be nothing at all', () => {
    expect(readStoredFlags(null)).toEqual({ flags: {}, others: {}, malformed: false });
  });
});
