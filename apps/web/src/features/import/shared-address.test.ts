import { expect, it } from 'vitest';
import { readSharedAddress } from './shared-address.ts';

it.each([
  ['javascript:', { url: 'javascript:alert(1)' }],
  ['a file', { url: 'file:///etc/passwd' }],
  ['words without a link', { text: 'nothing here', title: 'A title' }],
  ['a link longer than an address may be', { url: `https://example.org/${'a'.repeat(2048)}` }],
  ['nothing', {}],
])('takes nothing over from %s', (_what, shared: Record<string, string>) => {
  expect(readSharedAddress(new URLSearchParams(shared))).toBeUndefined();
});

it.each([
  ['https://example.org/a', { url: 'https://example.org/a', text: 'https://example.org/b' }],
  ['https://example.org/a?b=c&d#e', { text: 'Read https://example.org/a?b=c&d#e, please.' }],
  ['https://example.org/a', { text: 'See (https://example.org/a).' }],
  ['http://example.org/', { title: 'http://example.org/' }],
])('finds %s', (expected, shared: Record<string, string>) => {
  expect(readSharedAddress(new URLSearchParams(shared))).toBe(expected);
});
