import { describe, expect, it } from 'vitest';
import { filtersOf, isFiltered, readHubSearch } from './hub-search.ts';

const one = '0b9f7a52-6f7c-4a0e-9a49-8a2d3c0d1e01';
const two = '0b9f7a52-6f7c-4a0e-9a49-8a2d3c0d1e02';

describe('the address of the hub', () => {
  it('keeps what the list understands', () => {
    const search = { q: 'stones', kind: 'note', tags: `${one},${two}`, state: 'unread', article: one, sort: 'title' };
    expect(readHubSearch(search)).toEqual(search);
    expect(filtersOf(readHubSearch(search)).tags).toEqual([one, two]);
  });

  it.each([
    { kind: 'task' },
    { sort: 'newest' },
    { sort: 'title; drop' },
    { state: '' },
    { article: 'x' },
    { tags: ',,x,' },
    { q: '   ' },
    { q: 7 },
    { show: 'everything' },
  ])('leaves %j out', (search) => {
    expect(readHubSearch(search)).toEqual({});
  });

  it('names a tag once, and at most twenty', () => {
    expect(readHubSearch({ tags: `${one},${one.toUpperCase()}` }).tags).toBe(one);
    const many = Array.from({ length: 30 }, (_, n) => `${one.slice(0, -2)}${10 + n}`).join(',');
    expect(filtersOf(readHubSearch({ tags: many })).tags).toHaveLength(20);
  });

  it('shows the trash without what only other lists have', () => {
    expect(readHubSearch({ show: 'trash', kind: 'article', state: 'unread', article: one })).toEqual({ show: 'trash' });
  });

  it('knows a narrowed list', () => {
    expect(isFiltered(readHubSearch({ sort: 'title', q: 'x' }))).toBe(false);
    expect(isFiltered(readHubSearch({ state: 'archived' }))).toBe(true);
  });
});
