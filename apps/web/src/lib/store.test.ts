import { describe, expect, it } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
  it('tells its listeners of a change, and only of a change', () => {
    const store = createStore('one');
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.set('one');
    store.set('two');
    expect(seen).toEqual(['two']);
  });

  it('tells nobody who has left, not even while it is telling', () => {
    const store = createStore(0);
    const seen: string[] = [];
    const leave = store.subscribe(() => {
      seen.push('first');
      leave();
    });
    store.subscribe(() => seen.push('second'));
    store.set(1);
    store.set(2);
    expect(seen).toEqual(['first', 'second', 'second']);
  });
});
