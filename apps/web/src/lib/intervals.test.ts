import { describe, expect, it } from 'vitest';
import { longInterval, shortInterval, untilThen } from './intervals.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('lengths of time', () => {
  it.each([
    [20_000, '<1m', '1 minute', 'in 1 minute'],
    [minute, '1m', '1 minute', 'in 1 minute'],
    [6 * minute, '6m', '6 minutes', 'in 6 minutes'],
    [59.7 * minute, '1h', '1 hour', 'in 1 hour'],
    [day, '1d', '1 day', 'tomorrow'],
    [4 * day, '4d', '4 days', 'in 4 days'],
    [364 * day, '364d', '364 days', 'in 364 days'],
    [500 * day, '1.4y', '1.4 years', 'in 1.4 years'],
  ])('%d ms is %s, %s, %s', (ms, short, long, until) => {
    expect(shortInterval(ms, 'en')).toBe(short);
    expect(longInterval(ms, 'en')).toBe(long);
    expect(untilThen(ms, 'en')).toBe(until);
  });

  it('are written in the language of the person', () => {
    expect(longInterval(4 * day, 'de')).toBe('4 Tage');
    expect(shortInterval(6 * minute, 'ar')).toContain('د');
    expect(untilThen(0, 'en')).toBe('now');
  });
});
