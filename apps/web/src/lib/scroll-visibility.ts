/** Less movement than this is no change of direction. */
export const directionPixels = 10;
/** The same for navigation that hides: it answers sooner. */
export const navigationPixels = 5;
/** Positions are looked at this often at the most. */
export const throttleMs = 16;
/** Without a new position for so long nobody is scrolling. */
export const scrollEndMs = 150;
const hideBelow = 100;
const showAbove = 50;

export interface ScrollState {
  /** Where the last change of direction was measured from. */
  y: number;
  direction: 'up' | 'down';
  visible: boolean;
  /** Milliseconds; the last position that was looked at. */
  at: number;
}

export const scrollStart = (y: number, at: number): ScrollState => ({ y, direction: 'up', visible: true, at });

/**
 * What hides while somebody reads on: hidden on the way down, once the page is scrolled past 100 px; shown on the way up, and near
 * the top (under 50 px) always.
 */
export function afterScroll(state: ScrollState, y: number, at: number, threshold = navigationPixels): ScrollState {
  const nearTop = y < showAbove;
  if (at - state.at < throttleMs && !nearTop) return state;
  const moved = y - state.y;
  if (Math.abs(moved) < threshold) return nearTop && !state.visible ? { ...state, visible: true, at } : state;
  const direction = moved > 0 ? 'down' : 'up';
  const visible = nearTop || direction === 'up' || (y <= hideBelow && state.visible);
  return { y, direction, visible, at };
}

/** Still scrolling, so long after the last position. */
export const isScrolling = (state: ScrollState, now: number): boolean => now - state.at < scrollEndMs;
