import { describe, expect, it } from 'vitest';
import { Anchorer, type Cost, findAnchor } from './anchor.ts';
import type { Locator } from './locator.ts';

const chunkHash = 'a'.repeat(64);
const locator = (quote: string, prefix = '', suffix = ''): Locator => ({ quote, prefix, suffix, chunkHash });
const find = (text: string, wanted: Locator) => {
  const { status, start, end } = findAnchor(text, wanted);
  return { status, text: text.slice(start, end) };
};

const before = 'The lake lies under the hill. ';
const quote = 'A man is rich in proportion to the number of things which he can afford to let alone.';
const after = ' The pond freezes in December.';
const wanted = locator(quote, before, after);

describe('findAnchor', () => {
  it('loses what is gone, and says where it stood when both sides are there', () => {
    expect(findAnchor('Nothing of this is here, only other words about other things.', wanted).status).toBe('lost');
    const cut = findAnchor(`Other words. ${before}${after} Other words.`, wanted);
    expect(cut.status).toBe('lost');
    expect(cut.start).toBeGreaterThan(30);
  });

  it('does not take a short quote somewhere else for the right one', () => {
    const text = 'All of it was new. The rest of the book deals with the sea, the sky and the sand.';
    expect(find(text, locator('the', 'a completely different place with ', ' words that are nowhere')).status).toBe(
      'lost',
    );
  });

  it('anchors what differs only in white space, quotation marks, dashes and composition', () => {
    const text = 'He said: \u201cCafe\u0301s \u2013\n\n  fi\u00adne\u201d. So it was.';
    expect(find(text, locator('"Caf\u00e9s - fine"', 'He said: ', '. So it was.'))).toEqual({
      status: 'anchored',
      text: '\u201cCafe\u0301s \u2013\n\n  fi\u00adne\u201d',
    });
  });

  it('says moved when the words stand in other surroundings', () => {
    expect(find(`Something quite new. ${quote} And more that is new here.`, wanted)).toEqual({
      status: 'moved',
      text: quote,
    });
  });

  it('says changed when the words themselves changed', () => {
    const changed = quote.replace('things which he can afford', 'many other things that she can always afford');
    expect(find(`Start. ${before}${changed}${after}`, wanted)).toEqual({ status: 'changed', text: changed });
  });

  it('keeps the ends in place when words are added inside or at the edges are cut', () => {
    const longer = quote.replace('rich', 'rich, and this has been said in many languages and in many books,');
    expect(find(`${before}${longer}${after}`, wanted)).toEqual({ status: 'changed', text: longer });
    const shorter = quote.slice(12);
    expect(find(`${before}${shorter}${after}`, wanted)).toEqual({ status: 'changed', text: shorter.trim() });
  });

  it('takes the place in the known chunk among equal ones', () => {
    const text = `${quote}\n\nBetween.\n\n${quote}`;
    const start = text.lastIndexOf(quote);
    expect(new Anchorer(text).find(locator(quote), { start, end: text.length }).start).toBe(start);
  });
});

it('does work in proportion to the text and to the passage, also in the worst text', () => {
  const cost = (length: number, unit: string, looked: Locator) => {
    const spent: Cost = { steps: 0 };
    new Anchorer(unit.repeat(Math.ceil(length / unit.length)), spent).find(looked);
    return spent.steps;
  };
  const long = locator('b'.repeat(30) + 'abcdefgh '.repeat(440), 'x'.repeat(32), 'y'.repeat(32));
  for (const [unit, looked] of [
    ['abcdefgh ', long],
    ['aaaaaaaa', locator('a'.repeat(4000), 'b'.repeat(32), 'c'.repeat(32))],
    ['All work and no play makes Jack a dull boy. ', wanted],
  ] as const) {
    const small = cost(250_000, unit, looked);
    const large = cost(1_000_000, unit, looked);
    expect(large / small).toBeLessThan(4.5);
    expect(large).toBeLessThan(10_000_000);
  }
});
