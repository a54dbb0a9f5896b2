import { createWorld, type World } from '@cairn/testkit/world';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const call = (name: string, user: { accessToken: string } | null, body: unknown = {}, signal?: AbortSignal) =>
  fetch(`${world.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: world.anonKey,
      'content-type': 'application/json',
      ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });

/** Inserts, and gives the id. */
const idOf = async (sql: string, params: unknown[]): Promise<string> =>
  (await world.sql<{ id: string }>(sql, params))[0]?.id ?? '';

/** A note with a paragraph, a summary and a cue, partly merged already. */
async function writeNote(userId: string, title: string, words: string): Promise<void> {
  const doc = new Y.Doc();
  const put = (fragment: string, name: string, text: string) => {
    const element = new Y.XmlElement(name);
    if (name === 'cue') element.setAttribute('cueId', crypto.randomUUID());
    element.insert(0, [new Y.XmlText(text)]);
    doc.getXmlFragment(fragment).push([element]);
  };
  put('notes', 'paragraph', words);
  const merged = Y.encodeStateAsUpdate(doc);
  const vector = Y.encodeStateVector(doc);
  put('summary', 'paragraph', 'In short.');
  put('cues', 'cue', 'What rests?');
  const id = await idOf(
    'insert into public.notes (user_id, title, document, document_seq) values ($1, $2, $3, 0) returning id',
    [userId, title, Buffer.from(merged)],
  );
  await world.sql('insert into public.note_updates (user_id, note_id, update) values ($1, $2, $3)', [
    userId,
    id,
    Buffer.from(Y.encodeStateAsUpdate(doc, vector)),
  ]);
}

describe('the export', () => {
  it('is for signed-in people', async () => {
    expect((await call('export-account', null)).status).toBe(401);
  });

  it('holds everything of the person and nothing of anybody else, readable by people and programs', async () => {
    const { alice, bob } = world;
    await writeNote(alice.id, 'Stones / rivers', 'Granite rests.');
    await writeNote(alice.id, 'stones / rivers', 'The second.');
    await writeNote(bob.id, 'Secret of Bob', 'Nobody reads this.');
    const article = await idOf(
      `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text)
       values ($1, 'On granite', 'https://a.example/x', 'https://a.example/x',
               '<h2>Weight</h2><p>It is <strong>heavy</strong>.</p><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
               'Weight It is heavy.') returning id`,
      [alice.id],
    );
    await world.sql(
      `insert into public.highlights (user_id, article_id, locator, comment)
       values ($1, $2, $3, 'So it is')`,
      [alice.id, article, { quote: 'It is heavy', prefix: '', suffix: '', chunkHash: 'ab'.repeat(32) }],
    );
    await world.settle();

    const response = await call('export-account', alice);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const read = (path: string) => strFromU8(files[path] ?? new Uint8Array());
    const texts = Object.keys(files).filter((name) => !name.startsWith('data/'));
    // Which of two names that differ in case alone gets the number is not said.
    expect(texts.map((name) => name.toLowerCase()).sort()).toEqual([
      'articles/on granite.md',
      'notes/stones rivers (2).md',
      'notes/stones rivers.md',
      'readme.md',
    ]);
    const both = texts
      .filter((name) => name.startsWith('notes/'))
      .map(read)
      .join('');
    expect(both).toContain(
      '# Stones / rivers\n\nGranite rests.\n\n## Summary\n\nIn short.\n\n## Cues\n\n- What rests?\n',
    );
    expect(read('articles/On granite.md')).toContain('## Weight\n\nIt is **heavy**.\n\n| a |\n| --- |\n| 1 |');
    expect(read('articles/On granite.md')).toContain('> It is heavy\n>\n> (yellow)\n\nSo it is');
    const notes = JSON.parse(read('data/notes.json'));
    expect(notes).toHaveLength(2);
    expect(JSON.parse(read('data/profile.json'))[0].email).toBe(alice.email);
    for (const name of Object.keys(files).filter((path) => path.endsWith('.json'))) {
      expect(() => JSON.parse(read(name)), name).not.toThrow();
    }
    const everything = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(everything).not.toContain('Bob');
    expect(everything).not.toContain(bob.id);
  });

  it('runs once at a time, and can be started again after it was given up', async () => {
    const { alice } = world;
    await world.sql(
      `insert into public.notes (user_id, title, text) select $1, 'Many ' || n, '' from generate_series(1, 2000) n`,
      [alice.id],
    );
    const controller = new AbortController();
    const first = await call('export-account', alice, {}, controller.signal);
    const second = await call('export-account', alice);
    expect([first.status, second.status]).toEqual([200, 429]);
    controller.abort();
    await expect
      .poll(
        async () => {
          const again = await call('export-account', alice);
          const { status } = again;
          await again.arrayBuffer();
          return status;
        },
        { timeout: 10_000 },
      )
      .toBe(200);
  });
});

describe('deleting an account', () => {
  const isThere = async (id: string) => (await world.sql('select 1 from auth.users where id = $1', [id])).length === 1;
  const dueNow = () => world.sql("update public.account_deletions set due_at = now() - interval '1 minute'");

  it('needs the address of the account', async () => {
    expect((await call('delete-account', null, { email: world.eve.email })).status).toBe(401);
    expect((await call('delete-account', world.eve, { email: world.bob.email })).status).toBe(400);
    expect(await world.sql('select 1 from public.account_deletions')).toEqual([]);
  });

  it('waits seven days, works on until then, and can be taken back', async () => {
    const { eve } = world;
    const answer = await (await call('delete-account', eve, { email: eve.email.toUpperCase() })).json();
    const days = (Date.parse(answer.dueAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(await (await call('delete-account', eve, { email: eve.email })).json()).toEqual(answer);
    const { data } = await eve.client().from('account_deletions').select('due_at');
    expect(data).toHaveLength(1);
    await world.maintain();
    expect(await isThere(eve.id)).toBe(true);
    expect((await call('keep-account', eve)).status).toBe(204);
    await dueNow();
    await world.maintain();
    expect(await isThere(eve.id)).toBe(true);
  });

  it('takes everything of the account, and nothing of the others', async () => {
    const { eve, bob } = world;
    await writeNote(eve.id, 'Of Eve', 'gone');
    const picture = new Blob(
      [
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ],
      { type: 'image/png' },
    );
    expect((await eve.client().storage.from('avatars').upload(`${eve.id}/avatar`, picture)).error).toBeNull();
    await call('delete-account', eve, { email: eve.email });
    await dueNow();
    await world.maintain();
    expect(await isThere(eve.id)).toBe(false);
    expect(await isThere(bob.id)).toBe(true);
    expect(await world.sql('select 1 from public.notes where user_id = $1', [eve.id])).toEqual([]);
    expect(await world.sql('select 1 from storage.objects where owner_id = $1', [eve.id])).toEqual([]);
    const signIn = await fetch(`${world.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: world.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: eve.email, password: eve.password }),
    });
    expect(signIn.status).toBe(400);
  });
});

describe('sessions', () => {
  it('are listed for their owner, this one first, and ended one by one', async () => {
    const { alice, bob } = world;
    const elsewhere = alice.client();
    await elsewhere.auth.signInWithPassword(alice);
    const here = alice.client();
    const sessions = async () =>
      ((await here.rpc('list_sessions')).data ?? []) as { id: string; is_current: boolean }[];
    const listed = await sessions();
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(listed[0]?.is_current).toBe(true);
    const other = listed.find(({ is_current }) => !is_current);
    expect((await bob.client().rpc('end_session', { p_session_id: other?.id ?? '' })).data).toBe(false);
    expect((await here.rpc('end_session', { p_session_id: other?.id ?? '' })).data).toBe(true);
    expect((await sessions()).some(({ id }) => id === other?.id)).toBe(false);
  });
});
