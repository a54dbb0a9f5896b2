import { describe, expect, it } from 'vitest';
import { afterScroll, directionPixels, isScrolling, scrollStart } from './scroll-visibility.ts';

/** The visibility after each position, one every 20 ms. */
function positions(...ys: number[]): boolean[] {
  let state = scrollStart(0, 0);
  return ys.map((y, index) => {
    state = afterScroll(state, y, (index + 1) * 20);
    return state.visible;
  });
}

describe('what hides while somebody reads on', () => {
  it('hides on the way down once the page is scrolled past 100 px', () => {
    expect(positions(60, 100, 106)).toEqual([true, true, false]);
  });

  it('comes back on the way up, wherever that is', () => {
    expect(positions(500, 494)).toEqual([false, true]);
  });

  it('is there near the top, under 50 px, without waiting for the next look', () => {
    expect(positions(500, 600, 49)).toEqual([false, false, true]);
    const down = afterScroll(scrollStart(0, 0), 300, 20);
    expect(afterScroll(down, 50, 30).visible).toBe(false);
    expect(afterScroll(down, 49, 30).visible).toBe(true);
  });

  it('stays on the way down to 100 px, not to 101', () => {
    expect(positions(40, 100)).toEqual([true, true]);
    expect(positions(40, 101)).toEqual([true, false]);
  });

  it('takes less than 5 px for no movement, or 10 px where that was asked for', () => {
    expect(positions(500, 496, 495)).toEqual([false, false, true]);
    const down = afterScroll(scrollStart(0, 0), 300, 20, directionPixels);
    expect(afterScroll(down, 291, 40, directionPixels).visible).toBe(false);
    expect(afterScroll(down, 290, 40, directionPixels).visible).toBe(true);
  });

  it('looks at most every 16 ms', () => {
    const down = afterScroll(scrollStart(0, 0), 300, 20);
    expect(afterScroll(down, 200, 30)).toBe(down);
    expect(afterScroll(down, 200, 36).visible).toBe(true);
  });

  it('counts as scrolling for 150 ms', () => {
    const state = afterScroll(scrollStart(0, 0), 300, 1000);
    expect([isScrolling(state, 1149), isScrolling(state, 1150)]).toEqual([true, false]);
  });
});
