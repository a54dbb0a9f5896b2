import { expect, it } from 'vitest';
import { locatorFromHash, locatorToHash } from './locator-link.ts';

const locator = {
  quote: 'Ο κόσμος – “quoted” 🪨 / ? # &\nand more',
  prefix: 'before ',
  suffix: ' مرحبا',
  chunkHash: 'a1'.repeat(32),
};

it('brings a locator through an address unharmed', () => {
  const url = new URL(`http://localhost/article/1#${locatorToHash(locator)}`);
  expect(locatorFromHash(url.hash)).toEqual(locator);
  expect(url.hash).toMatch(/^#at=[\w-]+$/);
});

it('refuses what is not a locator', () => {
  const encoded = (value: unknown) => `at=${btoa(JSON.stringify(value))}`;
  const bad = [
    '',
    '#section-2',
    '#at=',
    '#at=%%%',
    `#${encoded({ quote: 'x' })}`,
    `#${encoded(['', '', '', 'a'.repeat(64)])}`,
    `#${encoded(['x', '', '', 'short'])}`,
    `#${encoded(['x', 1, '', 'a'.repeat(64)])}`,
    `#${encoded(['x'.repeat(4001), '', '', 'a'.repeat(64)])}`,
  ];
  for (const hash of bad) expect(locatorFromHash(hash), hash).toBeUndefined();
});
