import { labAlice as alice, labBob as bob, createDataLab } from '@cairn/testkit/data-lab';
import type { DataServer } from '@cairn/testkit/data-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: DataServer;
beforeAll(async () => {
  server = await createDataLab({ allowRollback: true });
});
beforeEach(async () => {
  await server.sql('delete from lab.books where id > 5');
});
afterAll(() => server?.close());

interface Sent {
  body?: unknown;
  prefer?: string;
  actor?: string;
  headers?: Record<string, string>;
}

async function send(method: string, path: string, { body, prefer, actor = alice, headers = {} }: Sent = {}) {
  const response = await server.fetch(path, {
    method,
    actor,
    headers: { 'content-type': 'application/json', ...(prefer ? { prefer } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
}

const titleOf = async (id: number): Promise<unknown> =>
  (await server.sql('select title from lab.books where id = $1', [id]))[0]?.title ?? null;

describe('row-level security', () => {
  it('changes no row of another', async () => {
    const update = await send('PATCH', '/books?id=eq.5', {
      body: { title: 'mine' },
      prefer: 'return=representation,count=exact',
    });
    expect([update.status, update.body, update.headers.get('content-range')]).toEqual([200, [], '*/0']);
    const remove = await send('DELETE', '/books?id=eq.5', { prefer: 'return=representation' });
    expect([remove.status, remove.body]).toEqual([200, []]);
    expect(await titleOf(5)).toBe("Bob's secret book");
  });
  it('refuses a row for another: 42501', async () => {
    const answer = await send('POST', '/books', { body: { user_id: bob, title: 'forged' } });
    expect([answer.status, answer.body.code]).toEqual([403, '42501']);
    const taken = await send('POST', '/books?on_conflict=id', {
      body: { id: 5, user_id: alice, title: 'taken over' },
      prefer: 'resolution=merge-duplicates',
    });
    expect([taken.status, taken.body.code]).toEqual([403, '42501']);
    expect(await titleOf(5)).toBe("Bob's secret book");
  });
  it('refuses columns that a client may not write', async () => {
    for (const [method, path] of [
      ['POST', '/books'],
      ['PATCH', '/books?id=eq.1'],
    ] as const) {
      const answer = await send(method, path, { body: { title: 'x', secret: 'y' } });
      expect([answer.status, answer.body.code]).toEqual([403, '42501']);
    }
    expect((await send('PATCH', '/books?id=eq.1', { body: { user_id: bob } })).status).toBe(403);
  });
  it('refuses nobody with 401', async () => {
    expect((await send('POST', '/books', { body: { title: 'x' }, actor: 'anon' })).status).toBe(401);
  });
});

describe('insert', () => {
  it('answers 201 with nothing, with the rows, or with their address', async () => {
    const quiet = await send('POST', '/books', { body: { id: 10, title: 'Quiet' } });
    expect([quiet.status, quiet.text, quiet.headers.get('content-range')]).toEqual([201, '', '*/*']);
    const loud = await send('POST', '/books?select=id,title,authors!author_id(name)', {
      body: { id: 11, title: 'Loud', author_id: 2 },
      prefer: 'return=representation,count=exact',
    });
    expect([loud.status, loud.body, loud.headers.get('content-range')]).toEqual([
      201,
      [{ id: 11, title: 'Loud', authors: { name: 'Leo Tolstoy' } }],
      '*/1',
    ]);
    expect(loud.headers.get('preference-applied')).toBe('return=representation, count=exact');
    const address = await send('POST', '/books', { body: { id: 12, title: 'Where' }, prefer: 'return=headers-only' });
    expect([address.status, address.headers.get('location')]).toEqual([201, '/books?id=eq.12']);
  });
  it('takes many rows, all with the same keys', async () => {
    const many = await send('POST', '/books?select=id', {
      body: [
        { id: 20, title: 'a' },
        { title: 'b', id: 21 },
      ],
      prefer: 'return=representation',
    });
    expect(many.body).toEqual([{ id: 20 }, { id: 21 }]);
    const uneven = await send('POST', '/books', { body: [{ id: 22, title: 'a' }, { id: 23 }] });
    expect([uneven.status, uneven.body.code, uneven.body.message]).toEqual([
      400,
      'PGRST102',
      'All object keys must match',
    ]);
    expect((await send('POST', '/books', { body: [] })).status).toBe(201);
  });
  it('fills what is missing with null, or with defaults when asked', async () => {
    const rows = [
      { id: 30, title: 'a', price: 1 },
      { id: 31, title: 'b' },
    ];
    const path = '/books?columns="id","title","price","labels"&select=price,labels';
    expect((await send('POST', path, { body: rows, prefer: 'return=representation' })).body).toEqual([
      { price: 1, labels: null },
      { price: null, labels: null },
    ]);
    const other = rows.map((row) => ({ ...row, id: row.id + 2 }));
    const filled = await send('POST', path, { body: other, prefer: 'return=representation,missing=default' });
    expect(filled.body).toEqual([
      { price: 1, labels: [] },
      { price: 9.5, labels: [] },
    ]);
    expect(filled.headers.get('preference-applied')).toBe('return=representation, missing=default');
  });
  it('inserts only defaults from an empty object', async () => {
    const answer = await send('POST', '/books', { body: {} });
    expect(answer.body.code).toBe('23502');
    const both = await send('POST', '/folders', { body: [{}, {}] });
    expect(both.body.code).toBe('23502');
  });
  it('keeps values exact', async () => {
    const body =
      '{"id":40,"title":"x","big":9007199254740993,"meta":{"n":1.10},"raw":"\\\\x00ff","span":"[1,5)","labels":["a,b","c\\"d"]}';
    const answer = await send('POST', '/books?select=big,raw,span,labels', { body, prefer: 'return=representation' });
    expect(answer.text).toContain('9007199254740993');
    expect(answer.body[0]).toMatchObject({ raw: '\\x00ff', span: '[1,5)', labels: ['a,b', 'c"d'] });
  });
  it('names the fault of the body', async () => {
    const codeOf = async (sent: Sent) => (await send('POST', '/books', sent)).body.code;
    expect(await codeOf({ body: '{' })).toBe('PGRST102');
    expect(await codeOf({ body: '' })).toBe('PGRST102');
    expect(await codeOf({ body: '"text"' })).toBe('PGRST102');
    expect(await codeOf({ body: { title: 'x', nope: 1 } })).toBe('PGRST204');
    expect(await codeOf({ body: { title: 'x', year: 'soon' } })).toBe('22P02');
    expect(await codeOf({ body: 'a=b', headers: { 'content-type': 'text/plain' } })).toBe('PGRST102');
    const twice = await send('POST', '/books', { body: { id: 1, title: 'x' } });
    expect([twice.status, twice.body.code]).toEqual([409, '23505']);
    const orphan = await send('POST', '/books', { body: { title: 'x', author_id: 99 } });
    expect([orphan.status, orphan.body.code]).toEqual([409, '23503']);
  });
  it('upserts: merges, ignores, by another key', async () => {
    await send('POST', '/books', { body: { id: 50, title: 'first', isbn: 'u-1' } });
    const merged = await send('POST', '/books?select=id,title', {
      body: { id: 50, title: 'second' },
      prefer: 'resolution=merge-duplicates,return=representation',
    });
    expect([merged.status, merged.body]).toEqual([200, [{ id: 50, title: 'second' }]]);
    const mixed = await send('POST', '/books', {
      body: [
        { id: 50, title: 'third' },
        { id: 51, title: 'new' },
      ],
      prefer: 'resolution=merge-duplicates',
    });
    expect([mixed.status, await titleOf(50), await titleOf(51)]).toEqual([201, 'third', 'new']);
    const ignored = await send('POST', '/books?select=id', {
      body: { id: 50, title: 'fourth' },
      prefer: 'resolution=ignore-duplicates,return=representation',
    });
    expect([ignored.status, ignored.body, await titleOf(50)]).toEqual([201, [], 'third']);
    await send('POST', '/books?on_conflict=isbn', {
      body: { title: 'by isbn', isbn: 'u-1' },
      prefer: 'resolution=merge-duplicates',
    });
    expect(await titleOf(50)).toBe('by isbn');
    expect(
      (await send('POST', '/pairs', { body: { a: 1, b: 1, v: 'z' }, prefer: 'resolution=merge-duplicates' })).status,
    ).toBe(200);
  });
  it('puts one row by its key', async () => {
    expect((await send('PUT', '/books?id=eq.60', { body: { id: 60, title: 'put' } })).status).toBe(201);
    expect((await send('PUT', '/books?id=eq.60', { body: { id: 60, title: 'put again' } })).status).toBe(204);
    expect(await titleOf(60)).toBe('put again');
    expect((await send('PUT', '/books?id=eq.61', { body: { id: 60, title: 'x' } })).body.code).toBe('PGRST115');
    expect((await send('PUT', '/books?title=eq.x', { body: { id: 60, title: 'x' } })).body.code).toBe('PGRST105');
    expect((await send('PUT', '/books?id=eq.60&limit=1', { body: { id: 60, title: 'x' } })).body.code).toBe('PGRST114');
  });
});

describe('update and delete', () => {
  it('changes what the filter names and answers 204, or the rows', async () => {
    await send('POST', '/books', {
      body: [
        { id: 70, title: 'a' },
        { id: 71, title: 'b' },
      ],
    });
    const quiet = await send('PATCH', '/books?id=in.(70,71)', { body: { year: 2000 }, prefer: 'count=exact' });
    expect([quiet.status, quiet.text, quiet.headers.get('content-range')]).toEqual([204, '', '0-1/2']);
    const loud = await send('PATCH', '/books?id=eq.70&select=id,year', {
      body: { year: null },
      prefer: 'return=representation',
    });
    expect([loud.status, loud.body]).toEqual([200, [{ id: 70, year: null }]]);
    expect((await send('PATCH', '/books?id=eq.70', { body: {} })).status).toBe(204);
    const gone = await send('DELETE', '/books?id=gte.70&select=id', { prefer: 'return=representation,count=exact' });
    expect([gone.status, gone.body, gone.headers.get('content-range')]).toEqual([200, [{ id: 70 }, { id: 71 }], '*/2']);
  });
  it('asks for a filter', async () => {
    const update = await send('PATCH', '/books', { body: { year: 1 } });
    expect([update.status, update.body.code, update.body.message]).toEqual([
      400,
      '21000',
      'UPDATE requires a WHERE clause',
    ]);
    expect((await send('DELETE', '/books')).body.message).toBe('DELETE requires a WHERE clause');
  });
  it('undoes what affects too many rows or is not one object', async () => {
    const prefer = 'handling=strict,max-affected=1';
    const many = await send('PATCH', '/books?id=lte.4', { body: { year: 1 }, prefer });
    expect([many.status, many.body.code, many.body.details]).toEqual([400, 'PGRST124', 'The query affects 4 rows']);
    const object = { accept: 'application/vnd.pgrst.object+json' };
    const two = await send('PATCH', '/books?id=lte.2', {
      body: { year: 1 },
      prefer: 'return=representation',
      headers: object,
    });
    expect([two.status, two.body.code]).toEqual([406, 'PGRST116']);
    const [{ sum } = {}] = await server.sql('select sum(year)::int as sum from lab.books where id <= 4');
    expect(sum).toBe(1815 + 1817 + 1869 + 2020);
    expect(
      (await send('PATCH', '/books?id=eq.1', { body: { year: 1 }, prefer: 'handling=strict,nonsense=1' })).body.code,
    ).toBe('PGRST122');
  });
  it('rolls back when asked and allowed', async () => {
    const answer = await send('PATCH', '/books?id=eq.1&select=title', {
      body: { title: 'never' },
      prefer: 'tx=rollback,return=representation',
    });
    expect(answer.body).toEqual([{ title: 'never' }]);
    expect(await titleOf(1)).toBe('Emma');
  });
  it('refuses other methods', async () => {
    expect((await send('LOCK', '/books')).body.code).toBe('PGRST117');
    expect((await send('PATCH', '/rpc/add', { body: {} })).body.code).toBe('PGRST101');
  });
});
