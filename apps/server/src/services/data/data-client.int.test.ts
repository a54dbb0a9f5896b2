import { labAlice as alice, labBob as bob, createDataLab } from '@cairn/testkit/data-lab';
import type { DataServer } from '@cairn/testkit/data-server';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Everything here goes through the unmodified supabase-js client. */
let server: DataServer;
let client: SupabaseClient;
beforeAll(async () => {
  server = await createDataLab();
  client = server.client(alice, 'lab');
});
afterAll(() => server?.close());

const ids = (data: unknown): number[] => (data as { id: number }[]).map(({ id }) => id);

describe('reading', () => {
  it('every filter method', async () => {
    const books = () => client.from('books').select('id').order('id');
    const cases: [string, PromiseLike<{ data: unknown; error: unknown }>, number[]][] = [
      ['eq', books().eq('title', 'Notes, "quoted" (and) 100% \\ done'), [4]],
      ['neq', books().neq('id', 1), [2, 3, 4]],
      ['gt and lte', books().gt('id', 1).lte('id', 3), [2, 3]],
      ['like', books().like('title', 'E%'), [1]],
      ['ilike', books().ilike('title', 'e%'), [1]],
      ['likeAllOf', books().likeAllOf('title', ['%m%', '%a']), [1]],
      ['likeAnyOf', books().likeAnyOf('title', ['Em%', 'War%']), [1, 3]],
      ['ilikeAnyOf', books().ilikeAnyOf('title', ['em%']), [1]],
      ['is', books().is('rating', null), [2, 4]],
      ['in', books().in('title', ['Emma', 'a,b', 'War and Peace', '(x)']), [1, 3]],
      ['contains array', books().contains('labels', ['classic', 'english']), [1]],
      ['contains json', books().contains('meta', { pages: 249 }), [2]],
      ['containedBy', books().containedBy('labels', ['classic', 'x']), [2]],
      ['overlaps', books().overlaps('labels', ['long', 'english']), [1, 3]],
      ['rangeGt', books().rangeGt('span', '[25,26)'), [3]],
      ['rangeAdjacent', books().rangeAdjacent('span', '[20,30)'), [2, 3]],
      ['textSearch', books().textSearch('search', 'war & peace', { config: 'english' }), [3]],
      ['textSearch websearch', books().textSearch('search', 'war or emma', { type: 'websearch' }), [1, 3]],
      ['match', books().match({ year: 1869, author_id: 2 }), [3]],
      ['not', books().not('rating', 'is', null), [1, 3]],
      ['or', books().or('id.eq.1,and(id.gt.2,id.lt.4)'), [1, 3]],
      ['filter', books().filter('meta->>pages', 'eq', '474'), [1]],
      ['range', books().range(1, 2), [2, 3]],
    ];
    for (const [name, query, expected] of cases) {
      const { data, error } = await query;
      expect(error, name).toBeNull();
      expect(ids(data), name).toEqual(expected);
    }
  });
  it('counts, heads, singles, CSV', async () => {
    const counted = await client.from('books').select('*', { count: 'exact', head: true });
    expect([counted.count, counted.data, counted.status]).toEqual([4, null, 200]);
    expect((await client.from('books').select('title').eq('id', 1).single()).data).toEqual({ title: 'Emma' });
    expect((await client.from('books').select('title').eq('id', 99).single()).error?.code).toBe('PGRST116');
    expect((await client.from('books').select('title').eq('id', 99).maybeSingle()).data).toBeNull();
    expect((await client.from('books').select('title').maybeSingle()).error?.code).toBe('PGRST116');
    expect((await client.from('books').select('id').eq('id', 1).csv()).data).toBe('id\n1');
  });
  it('embeds, filters and orders what is embedded', async () => {
    const { data } = await client
      .from('authors')
      .select('name, books:books!author_id!inner(title, genres(name))')
      .eq('books.in_print', true)
      .order('title', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
      .order('name');
    expect(data).toEqual([
      { name: 'Jane Austen', books: [{ title: 'Emma', genres: [{ name: 'novel' }, { name: 'romance' }] }] },
    ]);
  });
  it('names with everything in them', async () => {
    const { data, error } = await client.from('Select From').select('order, "sp ace"').eq('"semi;--"', 'v1').single();
    expect([data, error]).toEqual([{ order: 1, 'sp ace': 's1' }, null]);
  });
});

describe('writing', () => {
  it('inserts, upserts, updates and deletes own rows', async () => {
    const books = client.from('books');
    const inserted = await books
      .insert({ id: 10, title: 'New', labels: ['x'], meta: { a: 1 } })
      .select('id, labels, user_id')
      .single();
    expect(inserted.data).toEqual({ id: 10, labels: ['x'], user_id: alice });
    expect(
      (
        await books.insert([
          { id: 11, title: 'a' },
          { id: 12, title: 'b' },
        ])
      ).status,
    ).toBe(201);
    const upserted = await books
      .upsert([
        { id: 11, title: 'c' },
        { id: 13, title: 'd' },
      ])
      .select('id, title');
    expect(upserted.data).toEqual([
      { id: 11, title: 'c' },
      { id: 13, title: 'd' },
    ]);
    const kept = await books.upsert({ id: 11, title: 'z' }, { ignoreDuplicates: true, onConflict: 'id' }).select();
    expect(kept.data).toEqual([]);
    const defaults = await books
      .insert(
        [
          { id: 14, title: 'e' },
          { id: 15, title: 'f', price: 2 },
        ],
        { defaultToNull: false },
      )
      .select('price');
    expect(defaults.data).toEqual([{ price: 9.5 }, { price: 2 }]);
    const updated = await books.update({ year: 1999 }, { count: 'exact' }).gte('id', 10);
    expect([updated.status, updated.count]).toEqual([204, 6]);
    const bounded: unknown = books.update({ year: 1 }).lte('id', 4).maxAffected(1);
    expect(await bounded).toMatchObject({ error: { code: 'PGRST124' } });
    const removed = await books.delete({ count: 'exact' }).gte('id', 10);
    expect(removed.count).toBe(6);
  });
  it('touches nothing of others, and says so where it must', async () => {
    const other = server.client(bob, 'lab').from('books');
    expect((await other.update({ title: 'stolen' }).eq('id', 1).select()).data).toEqual([]);
    expect((await other.delete({ count: 'exact' }).eq('id', 1)).count).toBe(0);
    expect((await other.insert({ title: 'x', user_id: alice })).error).toMatchObject({ code: '42501' });
    expect((await other.select('id')).data).toEqual([{ id: 5 }]);
    expect(
      (await server.client('service_role', 'lab').from('books').select('id', { count: 'exact', head: true })).count,
    ).toBe(5);
  });
});

it('calls functions', async () => {
  expect((await client.rpc('add', { a: 2, b: 3 })).data).toBe(5);
  expect((await client.rpc('add', { a: 2 }, { get: true })).data).toBe(12);
  expect((await client.rpc('sum_all', { list: [1, 2, 3] }, { get: true })).data).toBe(6);
  expect((await client.rpc('nothing')).status).toBe(204);
  expect((await client.rpc('stats').select('author').order('author').limit(1)).data).toEqual([
    { author: 'Jane Austen' },
  ]);
  expect((await client.rpc('stats', {}, { head: true, count: 'exact' })).count).toBe(3);
  expect((await client.rpc('fails')).error).toMatchObject({
    code: 'P0001',
    message: 'no way',
    hint: 'do not',
    details: 'because',
  });
});
