import { describe, expect, it } from 'vitest';
import { createKeySequence, sequenceMs } from './key-sequence.ts';

const shortcuts = ['g d', 'g h', 'c n', 'mod+k', '?'];
function typing() {
  const follow = createKeySequence();
  let at = 0;
  return (key: string, options: { after?: number; ctrl?: boolean; meta?: boolean; alt?: boolean } = {}) => {
    at += options.after ?? 100;
    const outcome = follow(
      { key, at, ctrl: options.ctrl ?? false, meta: options.meta ?? false, alt: options.alt ?? false },
      shortcuts,
    );
    return outcome.kind === 'match' ? outcome.keys : outcome.kind;
  };
}

describe('a sequence of keys', () => {
  it('is complete with its last key, in time', () => {
    const type = typing();
    expect([type('g'), type('d')]).toEqual(['begun', 'g d']);
    expect([type('G'), type('H')]).toEqual(['begun', 'g h']);
  });

  it('is forgotten when the next key comes too late, or is another one', () => {
    const type = typing();
    expect([type('g'), type('d', { after: sequenceMs + 1 })]).toEqual(['begun', 'none']);
    expect([type('g'), type('x'), type('d')]).toEqual(['begun', 'none', 'none']);
  });

  it('begins anew where another one is broken off', () => {
    const type = typing();
    expect([type('g'), type('c'), type('n')]).toEqual(['begun', 'begun', 'c n']);
    expect([type('g'), type('g'), type('d')]).toEqual(['begun', 'begun', 'g d']);
  });

  it('knows Control and Command as one, single keys, and leaves Alt alone', () => {
    const type = typing();
    expect([type('k', { ctrl: true }), type('K', { meta: true }), type('k')]).toEqual(['mod+k', 'mod+k', 'none']);
    expect(type('?')).toBe('?');
    expect([type('g'), type('d', { alt: true })]).toEqual(['begun', 'none']);
  });
});
