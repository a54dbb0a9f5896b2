import { labAlice as alice, labBob as bob, createDataLab } from '@cairn/testkit/data-lab';
import type { DataServer } from '@cairn/testkit/data-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: DataServer;
beforeAll(async () => {
  server = await createDataLab();
});
afterAll(() => server?.close());

async function get(path: string, headers: Record<string, string> = {}, actor = alice) {
  const response = await server.fetch(path, { actor, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const ids = async (filter: string): Promise<number[]> => {
  const { body } = await get(`/books?select=id&order=id&${filter}`);
  return Array.isArray(body) ? body.map((row: { id: number }) => row.id) : body;
};

describe('row-level security', () => {
  it('shows nobody the rows of others', async () => {
    expect((await get('/books?select=id,title&title=like.Bob*')).body).toEqual([]);
    expect((await get('/books?select=id', {}, bob)).body).toEqual([{ id: 5 }]);
    expect((await get('/genres?select=name,books(id)&id=eq.1')).body).toEqual([
      { name: 'novel', books: [{ id: 1 }, { id: 3 }] },
    ]);
  });
  it('refuses a role without a grant: 401 for nobody, 403 for somebody', async () => {
    const anon = await get('/books?select=id', {}, 'anon');
    expect([anon.status, anon.body.code, anon.headers.get('www-authenticate')]).toEqual([401, '42501', 'Bearer']);
    expect(anon.body.message).toBe('permission denied for table books');
    await server.sql('revoke select on lab.pairs from authenticated');
    expect((await get('/pairs')).status).toBe(403);
    await server.sql('grant select on lab.pairs to authenticated');
  });
});

describe('filters', () => {
  const cases: [string, number[]][] = [
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2', [2, 3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['title=like.*mm*', [1]],
    ['title=ilike.*WAR*', [3]],
    ['title=match.^E', [1]],
    ['title=imatch.^e', [1]],
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    ['title=in.("Emma","War and Peace")', [1, 3]],
    [`title=in.(${encodeURIComponent('"Notes, \\"quoted\\" (and) 100% \\\\ done"')},Emma)`, [1, 4]],
    ['rating=is.null', [2, 4]],
    ['rating=not.is.null', [1, 3]],
    ['rating=is.not_null', [1, 3]],
    ['in_print=is.true', [1, 4]],
    ['in_print=is.false', [2]],
    ['in_print=is.unknown', [3]],
    ['mood=isdistinct.ok', [1, 3, 4]],
    ['search=fts(english).war', [3]],
    ['search=fts.emma', [1]],
    ['title=plfts(english).wars', [3]],
    ['search=phfts(english).war%20peace', []],
    ['search=wfts(english).war%20or%20emma', [1, 3]],
    ['search=not.fts.emma', [2, 3, 4]],
    ['labels=cs.{classic,english}', [1]],
    ['labels=cd.{classic,russian,long}', [2, 3]],
    ['labels=ov.{long,english}', [1, 3]],
    ['meta=cs.{"pages":249}', [2]],
    ['span=sl.[25,26)', [1, 2]],
    ['span=sr.[25,26)', [3]],
    ['span=nxr.[1,10)', [1]],
    ['span=nxl.[5,6)', [2, 3]],
    ['span=adj.[20,30)', [2, 3]],
    ['span=cs.[6,8)', [1, 2]],
    ['meta->pages=eq.474', [1]],
    ['meta->>pages=gt.3', [1]],
    ['meta->tags->>0=eq.wit', [1]],
    ['labels->0=eq."classic"', [1, 2, 3]],
    ['title=like(any).{Em*,War*}', [1, 3]],
    ['title=like(all).{*m*,*a}', [1]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['id=not.gt(all).{1,2}', [1, 2]],
    ['or=(id.eq.1,id.eq.3)', [1, 3]],
    ['and=(id.gte.1,or(id.eq.1,and(id.eq.3,year.eq.1869)))', [1, 3]],
    ['not.or=(id.eq.1,id.eq.3)', [2, 4]],
    ['or=(id.eq.1,not.and(id.lt.4,id.gt.0))', [1, 4]],
    ['or=(title.eq."Notes, \\"quoted\\" (and) 100% \\\\ done",id.in.(2))', [2, 4]],
    ['or=(labels.cs.{classic,english},rating.is.null)', [1, 2, 4]],
    ['id=gte.2&id=lt.4', [2, 3]],
    ['big=eq.9007199254740993', [1]],
    ['raw=eq.\\xdeadbeef', [1]],
    ['author_id=eq.1&or=(year.eq.1815,year.eq.1817)', [1, 2]],
  ];
  it.each(cases)('%s', async (filter, expected) => {
    expect(await ids(filter.replaceAll('"', '%22').replaceAll('\\', '%5C'))).toEqual(expected);
  });
});

describe('select', () => {
  it('renames, casts, reaches into JSON and sends bytea as hex', async () => {
    const select = 'no:id::text,meta->pages,first:meta->tags->>0,meta->"k.ey"->>x,raw,price,big,labels->0';
    expect((await get(`/books?id=eq.1&select=${select}`)).body).toEqual([
      {
        no: '1',
        pages: 474,
        first: 'wit',
        x: 'y',
        raw: '\\xdeadbeef',
        price: 9.5,
        big: 9007199254740992,
        labels: 'classic',
      },
    ]);
    expect(await (await server.fetch('/books?id=eq.1&select=big', { actor: alice })).text()).toContain(
      '9007199254740993',
    );
  });
  it('takes names with quotes, spaces, dots and reserved words', async () => {
    const weird = encodeURIComponent('"Weird \\" Column"');
    const { body } = await get(
      `/Select%20From?select=order,${weird},"a.b",from,sp ace,"semi;--"&"a.b"=eq.x&sp ace=eq.s1&order="a.b".desc,order`,
    );
    expect(body).toEqual([
      { order: 1, 'Weird " Column': 'one', 'a.b': 'x', from: 'here', 'sp ace': 's1', 'semi;--': 'v1' },
    ]);
    const alias = encodeURIComponent('"x\\"; drop table lab.books; --":order');
    expect((await get(`/Select%20From?select=${alias}&order=order.desc&limit=1`)).body).toEqual([
      { 'x"; drop table lab.books; --': 2 },
    ]);
  });
  it('embeds in every direction', async () => {
    const one = await get(
      '/books?select=title,author:authors!books_author_id_fkey(name,"Home Town"),editor:editor_id(name)&id=in.(1,4)&order=id',
    );
    expect(one.body).toEqual([
      { title: 'Emma', author: { name: 'Jane Austen', 'Home Town': 'Steventon' }, editor: { name: 'Nobody' } },
      { title: 'Notes, "quoted" (and) 100% \\ done', author: null, editor: null },
    ]);
    const many = await get(
      '/authors?select=name,books!author_id(title,genres(name),covers(colour))&id=lte.2&order=id&books.order=year.desc&books.genres.order=name.desc',
    );
    expect(many.body).toEqual([
      {
        name: 'Jane Austen',
        books: [
          { title: 'Persuasion', genres: [], covers: null },
          { title: 'Emma', genres: [{ name: 'romance' }, { name: 'novel' }], covers: { colour: 'green' } },
        ],
      },
      {
        name: 'Leo Tolstoy',
        books: [
          { title: 'War and Peace', genres: [{ name: 'novel' }, { name: 'history' }], covers: { colour: 'red' } },
        ],
      },
    ]);
    const self = await get('/folders?select=name,parent:parent_id(name),children:folders(name)&id=eq.2');
    expect(self.body).toEqual([{ name: 'left', parent: { name: 'root' }, children: [{ name: 'leaf' }] }]);
    expect((await get('/old_books?select=loud,authors(name)&book_id=eq.1')).body).toEqual([
      { loud: 'EMMA', authors: { name: 'Jane Austen' } },
    ]);
  });
  it('filters, orders and limits what is embedded, and filters by it', async () => {
    const base = '/authors?select=name,books!author_id';
    expect((await get(`${base}!inner(id)&books.year=eq.1869`)).body).toEqual([
      { name: 'Leo Tolstoy', books: [{ id: 3 }] },
    ]);
    expect((await get(`${base}!inner()&order=id`)).body).toEqual([{ name: 'Jane Austen' }, { name: 'Leo Tolstoy' }]);
    expect((await get(`${base}(id)&id=eq.1&books.limit=1&books.offset=1&books.order=id`)).body).toEqual([
      { name: 'Jane Austen', books: [{ id: 2 }] },
    ]);
    expect((await get(`${base}(id)&id=eq.1&books.or=(id.eq.2,id.eq.9)`)).body).toEqual([
      { name: 'Jane Austen', books: [{ id: 2 }] },
    ]);
    expect((await get(`${base}()&books=is.null`)).body).toEqual([{ name: 'Nobody' }]);
    expect(
      (await get(`${base}()&or=(books.not.is.null,id.eq.3)&order=id`, { prefer: 'count=exact' })).headers.get(
        'content-range',
      ),
    ).toBe('0-2/3');
    const byAuthor = await get('/books?select=id,a:authors!author_id(name)&order=a(name).desc.nullslast,id');
    expect(byAuthor.body.map((row: { id: number }) => row.id)).toEqual([3, 1, 2, 4]);
    expect(byAuthor.body[0]).toEqual({ id: 3, a: { name: 'Leo Tolstoy' } });
  });
  it('spreads and counts', async () => {
    expect((await get('/books?select=id,...authors!author_id(author:name)&id=eq.1')).body).toEqual([
      { id: 1, author: 'Jane Austen' },
    ]);
    expect((await get('/authors?select=id,...books!author_id(titles:title)&id=gte.2&order=id')).body).toEqual([
      { id: 2, titles: ['War and Peace'] },
      { id: 3, titles: [] },
    ]);
    expect((await get('/genres?select=id,books(count)&order=id')).body).toEqual([
      { id: 1, books: [{ count: 2 }] },
      { id: 2, books: [{ count: 1 }] },
      { id: 3, books: [{ count: 1 }] },
    ]);
    expect((await get('/books?select=count')).body).toEqual([{ count: 4 }]);
    expect((await get('/books?select=year.sum()')).body.code).toBe('PGRST123');
  });
});

describe('windows and forms', () => {
  it('pages by limit, offset and Range, and says how much there is', async () => {
    const page = await get('/books?select=id&order=id&limit=2&offset=1', { prefer: 'count=exact' });
    expect([page.status, page.headers.get('content-range'), page.body]).toEqual([206, '1-2/4', [{ id: 2 }, { id: 3 }]]);
    expect(page.headers.get('preference-applied')).toBe('count=exact');
    const ranged = await get('/books?select=id&order=id', { range: '0-1' });
    expect([ranged.status, ranged.headers.get('content-range'), ranged.body]).toEqual([
      200,
      '0-1/*',
      [{ id: 1 }, { id: 2 }],
    ]);
    const behind = await get('/books?select=id&offset=99', { prefer: 'count=exact' });
    expect([behind.status, behind.body.code]).toEqual([416, 'PGRST103']);
    expect(behind.body.details).toBe('An offset of 99 was requested, but there are only 4 rows.');
    expect((await get('/books?select=id&offset=99')).headers.get('content-range')).toBe('*/*');
    expect((await get('/books', { range: '5-1' })).status).toBe(416);
    expect((await get('/books?limit=-1')).body.code).toBe('PGRST103');
    expect((await get('/books?select=id&limit=0')).body).toEqual([]);
  });
  it('counts planned and estimated', async () => {
    expect((await get('/books?select=id', { prefer: 'count=planned' })).headers.get('content-range')).toMatch(
      /^0-3\/\d+$/,
    );
    expect((await get('/books?select=id', { prefer: 'count=estimated' })).headers.get('content-range')).toBe('0-3/4');
    expect(
      (await get('/authors?select=id,books!author_id!inner(id)', { prefer: 'count=exact' })).headers.get(
        'content-range',
      ),
    ).toBe('0-1/2');
  });
  it('answers HEAD with the headers alone', async () => {
    const response = await server.fetch('/books?select=id', {
      method: 'HEAD',
      actor: alice,
      headers: { prefer: 'count=exact' },
    });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([200, '0-3/4', '']);
  });
  it('answers one object, without nulls when asked, or CSV', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json' };
    expect((await get('/books?select=id,rating&id=eq.2', object)).body).toEqual({ id: 2, rating: null });
    expect(
      (await get('/books?select=id,rating&id=eq.2', { accept: 'application/vnd.pgrst.object+json;nulls=stripped' }))
        .body,
    ).toEqual({ id: 2 });
    const none = await get('/books?id=eq.99', object);
    expect([none.status, none.body]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ]);
    expect((await get('/books?select=id', object)).body.details).toBe('The result contains 4 rows');
    const csv = await server.fetch('/books?select=id,title,rating&id=in.(1,4)&order=id', {
      actor: alice,
      headers: { accept: 'text/csv' },
    });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toBe('id,title,rating\n1,Emma,4.5\n4,"Notes, ""quoted"" (and) 100% \\ done",');
    expect((await get('/books', { accept: 'image/png' })).body.code).toBe('PGRST107');
  });
  it('caps rows, embedded ones too', async () => {
    const small = await createDataLab({ maxRows: 2 });
    const rows = await (
      await small.fetch('/authors?select=id,books!author_id(id)&limit=9&order=id', { actor: alice })
    ).json();
    const all = await (await small.fetch('/books?select=id', { actor: alice })).json();
    await small.close();
    expect([rows.length, rows[0].books.length, all.length]).toEqual([2, 2, 2]);
  });
});

describe('errors', () => {
  const cases: [string, number, string][] = [
    ['/nowhere', 404, 'PGRST205'],
    ['/bookz', 404, 'PGRST205'],
    ['/books?select=nope', 400, '42703'],
    ['/books?select=id::nope', 400, '42704'],
    ['/books?nope=eq.1', 400, '42703'],
    ['/books?id=nope.1', 400, 'PGRST100'],
    ['/books?id=eq', 400, 'PGRST100'],
    ['/books?select=id,(', 400, 'PGRST100'],
    ['/books?id=eq.abc', 400, '22P02'],
    ['/books?title=match.[', 400, '2201B'],
    ['/books?select=id,nope(id)', 400, 'PGRST200'],
    ['/books?select=id,authors(id)', 300, 'PGRST201'],
    ['/books?select=id&genres.name=eq.x', 400, 'PGRST108'],
    ['/books?select=id,genres(id)&order=genres(name)', 400, 'PGRST118'],
    ['/books?select=id,genres(id)&genres=eq.1', 400, 'PGRST120'],
    ['/books?order=id.up', 400, 'PGRST100'],
    ['/books/1', 404, 'PGRST125'],
    ['/books?search=fts(klingon).x', 400, '42704'],
    ['/books?title=gt(any).{a', 400, '22P02'],
    ['/books?title=eq.%00', 400, '22021'],
  ];
  it.each(cases)('%s → %i %s', async (path, status, code) => {
    const answer = await get(path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  });
  it('helps: suggestions, choices, schemas', async () => {
    expect((await get('/bookz')).body.hint).toBe("Perhaps you meant the table 'lab.books'");
    const { body } = await get('/books?select=authors(id)');
    expect(body.details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'books with authors',
      relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
    });
    const schema = await get('/books', { 'accept-profile': 'private' });
    expect([schema.status, schema.body.code, schema.body.hint]).toEqual([
      406,
      'PGRST106',
      'Only the following schemas are exposed: lab, public',
    ]);
  });
  it('bounds what one request may ask', async () => {
    const many = Array.from({ length: 101 }, () => 'id=eq.1').join('&');
    expect((await get(`/books?${many}`)).body.message).toBe('Too many filters');
    expect((await get(`/books?id=in.(${Array.from({ length: 1001 }, () => '1').join(',')})`)).status).toBe(400);
    expect((await get(`/folders?select=${'f:folders('.repeat(8)}id${')'.repeat(8)}`)).body.message).toBe(
      'Too many levels of embedded resources',
    );
    expect((await get(`/books?or=${'(and'.repeat(20)}(id.eq.1)${')'.repeat(20)}`)).status).toBe(400);
  });
  it('learns of a new table by NOTIFY', async () => {
    expect((await get('/fresh')).status).toBe(404);
    await server.sql(
      "create table lab.fresh (id int); grant select on lab.fresh to authenticated; notify pgrst, 'reload schema'",
    );
    await expect.poll(async () => (await get('/fresh')).status).toBe(200);
  });
  it('describes itself at the root', async () => {
    expect(Object.keys((await get('/')).body.definitions)).toContain('books');
  });
});
