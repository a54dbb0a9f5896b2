import { labAlice as alice, createDataLab } from '@cairn/testkit/data-lab';
import type { DataServer } from '@cairn/testkit/data-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: DataServer;
beforeAll(async () => {
  server = await createDataLab();
});
afterAll(() => server?.close());

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await server.fetch(`/rpc${path}`, {
    actor: alice,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

it('passes named arguments, by POST and by GET, with defaults', async () => {
  expect((await call('/add', { a: 1, b: 2 })).body).toBe(3);
  expect((await call('/add', { a: 1 })).body).toBe(11);
  expect((await call('/add?a=1&b=2')).body).toBe(3);
  expect((await call('/joined?words=a&words=b')).body).toBe('a-b');
  expect((await call('/joined', { words: ['a', 'b'] })).body).toBe('a-b');
  expect((await call('/sum_all', { list: [1, 2] })).body).toBe(3);
  expect((await call('/sum_all?list={1,2}')).body).toBe(3);
});

it('takes and gives JSON, whole bodies too', async () => {
  expect((await call('/echo', { payload: { a: [1, null] } })).body).toEqual({ a: [1, null] });
  expect((await call('/whole', { anything: 1, at: 2, all: 3 })).body).toBe(3);
});

it('answers void with 204, sets as lists, composites as objects', async () => {
  expect((await call('/nothing', {})).status).toBe(204);
  expect((await call('/nothing?')).status).toBe(204);
  expect((await call('/numbers?upto=3')).body).toEqual([1, 2, 3]);
  const page = await call('/numbers?upto=5&limit=2&offset=1', undefined, { prefer: 'count=exact' });
  expect([page.body, page.status, page.headers.get('content-range')]).toEqual([[2, 3], 206, '1-2/5']);
  expect((await call('/one_author', { wanted: 1 })).body).toMatchObject({ name: 'Jane Austen' });
  expect((await call('/one_author?wanted=1&select=name')).body).toEqual({ name: 'Jane Austen' });
});

it('selects, filters, orders and embeds in returned rows, under row-level security', async () => {
  expect((await call('/stats?select=author&books=gt.0&order=books.desc')).body).toEqual([
    { author: 'Jane Austen' },
    { author: 'Leo Tolstoy' },
  ]);
  const books = await call('/books_of_year?select=title,authors!author_id(name)&id=lt.9', { y: 1815 });
  expect(books.body).toEqual([{ title: 'Emma', authors: { name: 'Jane Austen' } }]);
  expect((await call('/books_of_year', { y: 2021 })).body).toEqual([]);
  const counted = await call('/stats?limit=1', {}, { prefer: 'count=exact' });
  expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-0/3']);
  const object = { accept: 'application/vnd.pgrst.object+json' };
  expect((await call('/stats', {}, object)).body.code).toBe('PGRST116');
  expect((await call('/stats?author=eq.Nobody&select=books', undefined, object)).body).toEqual({ books: 0 });
});

it('does not write by GET, writes by POST', async () => {
  const refused = await call('/write_genre?id=9&name=new');
  expect([refused.status, refused.body.code]).toEqual([405, '25006']);
  expect((await call('/write_genre', { id: 9, name: 'new' })).status).toBe(204);
});

it('says what it cannot find or choose', async () => {
  const unknown = await call('/ad', { a: 1 });
  expect([unknown.status, unknown.body.code, unknown.body.hint]).toEqual([
    404,
    'PGRST202',
    'Perhaps you meant to call the function lab.add',
  ]);
  const wrong = await call('/add', { a: 1, c: 2 });
  expect(wrong.body.message).toBe('Could not find the function lab.add(a, c) in the schema cache');
  expect(wrong.body.hint).toBe('Perhaps you meant to call the function lab.add(a, b)');
  const both = await call('/same', { x: 1 });
  expect([both.status, both.body.code]).toEqual([300, 'PGRST203']);
  expect((await call('/add', [1])).body.code).toBe('PGRST202');
});

it('passes on what a function raises, with the status it chooses', async () => {
  const failed = await call('/fails', {});
  expect([failed.status, failed.body]).toEqual([
    400,
    { code: 'P0001', details: 'because', hint: 'do not', message: 'no way' },
  ]);
  expect((await call('/teapot', {})).status).toBe(418);
});

it('bounds affected rows of sets only', async () => {
  const prefer = { prefer: 'handling=strict,max-affected=1' };
  expect((await call('/add', { a: 1 }, prefer)).body.code).toBe('PGRST128');
  expect((await call('/numbers', { upto: 2 }, prefer)).body.code).toBe('PGRST124');
});
