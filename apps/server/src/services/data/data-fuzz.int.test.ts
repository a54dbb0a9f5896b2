import { labAlice as alice, createDataLab } from '@cairn/testkit/data-lab';
import type { DataServer } from '@cairn/testkit/data-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: DataServer;
beforeAll(async () => {
  server = await createDataLab();
});
afterAll(() => server?.close());

const requests = 5_000;

/** A stream of numbers that is the same in every run, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

const columns = [
  'id',
  'title',
  'author_id',
  'year',
  'price',
  'rating',
  'meta',
  'labels',
  'span',
  'mood',
  'raw',
  'big',
  'search',
  'in_print',
  'created_at',
  'secret',
  'nope',
];
const relations = [
  'books',
  'authors',
  'genres',
  'covers',
  'folders',
  'book_genres',
  'Select From',
  'old_books',
  'pg_class',
  'author_id',
  'parent_id',
];
const operators = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gte',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'isdistinct',
  'in',
  'is',
  'fts',
  'plfts',
  'phfts',
  'wfts(english)',
  'eq(any)',
  'like(all)',
  'bogus',
];
const values = [
  '1',
  'null',
  'true',
  '{1,2}',
  '{a,b}',
  '(1,2)',
  '("a",b)',
  '[1,5)',
  '{"a":1}',
  'Emma',
  "' or 1=1 --",
  '"',
  '\\',
  '%',
  '*',
  '🙂',
  '',
  '9'.repeat(30),
  '2020-01-01',
  'a & b',
  '(',
  ')',
  ',',
  '.',
  '$1',
  'zq9; drop table lab.books',
];
const casts = ['text', 'int', 'jsonb', 'bytea', 'nope', 'int[]', 'regclass', 'void'];

function createQueries(random: (below: number) => number) {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const noise = (): string =>
    Array.from({ length: random(6) }, () =>
      pick([...columns, ...operators, ...values, '.', ',', '(', ')', '!', ':', '::', '->', '->>', '*', '...']),
    ).join('');
  const path = (): string => pick(['', '', '', '->a', '->>a', '->0', '->-1->>x']);
  const value = (): string => (random(8) === 0 ? noise() : pick(values));
  const filter = (): string => `${pick(['', '', 'not.'])}${pick(operators)}.${value()}`;
  const logic = (depth: number): string =>
    `(${Array.from({ length: 1 + random(3) }, () => (depth < 3 && random(4) === 0 ? `${pick(['and', 'or', 'not.and'])}${logic(depth + 1)}` : `${pick(columns)}${path()}.${filter()}`)).join(',')})`;
  const item = (depth: number): string => {
    if (depth < 3 && random(4) === 0)
      return `${pick(['', '...', 'x:'])}${pick(relations)}${pick(['', '!inner', '!left', '!author_id', '!books_author_id_fkey'])}(${select(depth + 1)})`;
    return pick([
      () => '*',
      () => 'count()',
      () => 'count',
      () => noise(),
      () =>
        `${pick(['', 'al:'])}${pick(columns)}${path()}${random(4) === 0 ? `::${pick(casts)}` : ''}${random(9) === 0 ? '.sum()' : ''}`,
    ])();
  };
  const select = (depth: number): string => Array.from({ length: 1 + random(3) }, () => item(depth)).join(',');
  const parameter = (): [string, string] =>
    pick<() => [string, string]>([
      () => ['select', select(0)],
      () => [`${pick(columns)}${path()}`, filter()],
      () => [pick(['and', 'or', 'not.or', 'books.or']), logic(0)],
      () => ['order', `${pick(columns)}${path()}${pick(['', '.asc', '.desc.nullslast', '.up'])}`],
      () => [pick(['limit', 'offset', 'books.limit']), pick(['0', '1', '5', '-1', 'x', '99999999999999999999', ''])],
      () => [`${pick(relations)}.${pick(columns)}`, filter()],
      () => [noise(), noise()],
    ])();
  return () => {
    const query = new URLSearchParams(Array.from({ length: random(5) }, parameter));
    const target =
      random(5) === 0
        ? `rpc/${pick(['add', 'stats', 'numbers', 'echo', 'books_of_year'])}`
        : encodeURIComponent(pick(relations));
    return `/${target}?${query}${random(4) === 0 ? `&${pick(['a', 'b', 'upto', 'y', 'payload'])}=${encodeURIComponent(pick(values))}` : ''}`;
  };
}

it(`${requests} random requests: never a 500, never another's row, never a word of our SQL`, async () => {
  const next = createQueries(createRandom(20261121));
  const counts = new Map<number, number>();
  const ask = async (): Promise<void> => {
    const path = next();
    const headers: Record<string, string> = { prefer: 'count=exact' };
    const response = await server.fetch(path, { actor: alice, headers });
    const text = await response.text();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    expect(response.status, `${path}\n${text}`).toBeLessThan(500);
    expect(text, path).not.toMatch(/Bob's secret|hidden|json_agg|LATERAL|t0\./);
    expect(() => JSON.parse(text || 'null'), path).not.toThrow();
  };
  for (let sent = 0; sent < requests; sent += 4) await Promise.all([ask(), ask(), ask(), ask()]);
  // The mixture must reach the database often, or it proves nothing.
  expect((counts.get(200) ?? 0) + (counts.get(206) ?? 0)).toBeGreaterThan(requests / 20);
  const [row] = await server.sql('select count(*)::int as books from lab.books');
  expect(row).toEqual({ books: 5 });
}, 120_000);
