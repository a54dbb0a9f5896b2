import { locatorSchema } from '@cairn/contracts/locator';
import { type SearchResultRow, snippetMarkEnd, snippetMarkStart } from '@cairn/contracts/search';
import { actAs, type TestActor } from '@cairn/testkit/act-as';
import { createTextGenerator } from '@cairn/testkit/generated-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addArticle, alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;

const paragraphs = {
  plants:
    'Photosynthesis turns light into sugar. Green plants were running on sunlight long before people burned their remains.',
  rivers:
    'The river was crossed near the old mill, where the water runs slowly and the state-of-the-art bridge stands.',
  cafe: 'The café on the corner serves a naïve idea of crème brûlée.',
  german: 'Die Häuser der Straße standen leer, und Müllers Mühle mahlte weiter.',
  french: "Les chevaux mangeaient l'herbe fraîche pendant que les élèves écoutaient.",
  spanish: 'Los niños corrían por las montañas mientras cantaban canciones.',
  arabic: 'يقرأ الطلاب الكتب في المكتبة الكبيرة كل يوم.',
  chinese: '机器学习是人工智能的一个分支,研究如何从数据中学习。',
  thai: 'ภาษาไทยเขียนโดยไม่มีช่องว่างระหว่างคำ',
  emoji:
    '🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉 confetti 🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊🎊',
};

beforeAll(async () => {
  people = await createPeopleDatabase();
  const { db } = people;
  await addArticle(db, {
    owner: alice,
    title: 'Light and leaves',
    language: 'en',
    paragraphs: [paragraphs.plants, paragraphs.rivers],
  });
  await addArticle(db, { owner: alice, title: 'Small places', language: 'en-GB', paragraphs: [paragraphs.cafe] });
  await addArticle(db, { owner: alice, title: 'Stadt', language: 'de', paragraphs: [paragraphs.german] });
  await addArticle(db, { owner: alice, title: 'Campagne', language: 'fr', paragraphs: [paragraphs.french] });
  await addArticle(db, { owner: alice, title: 'Montes', language: 'es', paragraphs: [paragraphs.spanish] });
  await addArticle(db, { owner: alice, title: 'قراءة', language: 'ar', paragraphs: [paragraphs.arabic] });
  await addArticle(db, { owner: alice, title: '学习笔记', language: 'zh', paragraphs: [paragraphs.chinese] });
  await addArticle(db, { owner: alice, title: 'Scripts', language: 'th', paragraphs: [paragraphs.thai] });
  await addArticle(db, { owner: alice, title: 'Party', language: 'en', paragraphs: [paragraphs.emoji] });
  await addArticle(db, {
    owner: bob,
    title: 'Bob on photosynthesis',
    language: 'en',
    paragraphs: [`Bob knows: ${paragraphs.plants}`],
  });
  await db.query(
    "insert into public.notes (user_id, title) values ($1, 'Groceries for the weekend'), ($2, 'Secret groceries')",
    [alice, bob],
  );
  await db.query("insert into public.notes (user_id, title, trashed_at) values ($1, 'Groceries thrown away', now())", [
    alice,
  ]);
});
afterAll(() => people.close());

async function search(
  query: string | null,
  actor: TestActor = alice,
  kinds: string[] | null = null,
): Promise<SearchResultRow[]> {
  return actAs(people.db, actor, async (db) => {
    const { rows } = await db.query<SearchResultRow>('select * from public.search_library($1, $2)', [query, kinds]);
    return rows;
  });
}
const titles = async (query: string, actor: TestActor = alice) => (await search(query, actor)).map((row) => row.title);

describe('who may search', () => {
  it('is nobody without an account', async () => {
    for (const call of ["public.search_library('plants')", "public.passages_for_question('plants')"]) {
      await expect(actAs(people.db, 'anon', (db) => db.query(`select * from ${call}`))).rejects.toMatchObject({
        code: '42501',
      });
      await expect(actAs(people.db, 'service_role', (db) => db.query(`select * from ${call}`))).rejects.toMatchObject({
        code: '42501',
      });
    }
  });

  it('shows nobody anything of another library', async () => {
    expect(await titles('photosynthesis')).toEqual(['Light and leaves']);
    expect(await titles('photosynthesis', bob)).toEqual(['Bob on photosynthesis']);
    expect(await titles('groceries')).toEqual(['Groceries for the weekend']);
    expect(await titles('river', bob)).toEqual([]);
    const passages = await actAs(people.db, bob, (db) =>
      db.query('select * from public.passages_for_question($1)', ['What do rivers and plants do?']),
    );
    expect(passages.rows.map((row) => row.title)).toEqual(['Bob on photosynthesis']);
  });

  it('gives a token without a subject nothing', async () => {
    await people.db.query('begin');
    await people.db.query('set local role authenticated');
    const { rowCount } = await people.db.query("select * from public.search_library('plants')");
    await people.db.query('rollback');
    expect(rowCount).toBe(0);
  });

  it('cannot be led to another item by its id', async () => {
    const bobs = (await people.db.query('select id from public.articles where user_id = $1', [bob])).rows[0].id;
    const { rowCount } = await actAs(people.db, alice, (db) =>
      db.query("select * from public.passages_for_question('photosynthesis', 'article', $1)", [bobs]),
    );
    expect(rowCount).toBe(0);
  });
});

describe('what is found', () => {
  it.each([
    ['plant', 'Light and leaves'],
    ['run', 'Light and leaves'],
    ['cafe', 'Small places'],
    ['CAFÉ', 'Small places'],
    ['creme brulee', 'Small places'],
    ['haus', 'Stadt'],
    ['strasse', 'Stadt'],
    ['mühle', 'Stadt'],
    ['cheval', 'Campagne'],
    ['mange', 'Campagne'],
    ['élève', 'Campagne'],
    ['niño', 'Montes'],
    ['canción', 'Montes'],
    ['كتب', 'قراءة'],
    ['人工智能', '学习笔记'],
    ['数据', '学习笔记'],
    ['分', '学习笔记'],
    ['ภาษา', 'Scripts'],
    ['"turns light into sugar"', 'Light and leaves'],
    ['“old mill”', 'Light and leaves'],
    ['state-of-the-art', 'Light and leaves'],
    ['photosyn', 'Light and leaves'],
    ['weekend groc', 'Groceries for the weekend'],
    ['the river of photosynthesis', 'Light and leaves'],
    ['river unfindable', 'Light and leaves'],
    ['the', 'Groceries for the weekend'],
  ])('%s finds %s', async (query, title) => {
    expect((await titles(query))[0]).toBe(title);
  });

  it.each(['xylophone', '"light turns into sugar"', 'photosyn ', 'ph', 'river -mill', '人智'])(
    '%s finds nothing',
    async (query) => {
      expect(await titles(query)).toEqual([]);
    },
  );

  it('ranks a title above a passage and leaves the trash out', async () => {
    const found = await titles('groceries');
    expect(found).toEqual(['Groceries for the weekend']);
    const note = (await search('groceries'))[0];
    expect(note).toMatchObject({ item_kind: 'note', chunk_id: null, locator: null, snippet: '' });
  });

  it('keeps to the kinds that were asked for', async () => {
    expect(await search('photosynthesis', alice, ['note'])).toEqual([]);
    expect(await search('photosynthesis', alice, ['article', 'nonsense'])).toHaveLength(1);
    expect(await search('photosynthesis', alice, [])).toEqual([]);
  });

  it.each([
    '',
    '   ',
    null,
    '"',
    '"""',
    "'",
    '&',
    '| & !',
    'foo:*:*',
    '\\',
    "a\\'b",
    '((',
    '!!',
    '-',
    '--',
    '-"',
    '<->',
    '"-',
    ':*',
    '%',
    '_',
    'a & | b',
    '-only',
    "' or 1=1 --",
    '🎉',
    '\u0001',
    'x'.repeat(10_000),
    'word '.repeat(2000),
    '人'.repeat(1000),
    "l'",
    '{}',
    '\uE000',
  ])('never fails: %j', async (query) => {
    expect(Array.isArray(await search(query))).toBe(true);
  });

  it('survives random input', async () => {
    const text = createTextGenerator(7);
    const pieces = [
      '"',
      "'",
      '\\',
      '-',
      ' ',
      ':',
      '*',
      '&',
      '|',
      '!',
      '(',
      ')',
      '<',
      '>',
      '人',
      'é',
      'the',
      'plant',
      '\t',
      '%',
      '$',
      'ß',
      '123',
      '.',
      '/',
    ];
    for (let i = 0; i < 150; i += 1) {
      const query = Array.from({ length: 12 }, () => text.pick(pieces)).join('');
      await expect(search(query), query).resolves.toBeInstanceOf(Array);
    }
  });
});

describe('what is shown', () => {
  const unmarked = (snippet: string) => snippet.replaceAll(snippetMarkStart, '').replaceAll(snippetMarkEnd, '');

  it('marks the matching words in plain text', async () => {
    const [row] = await search('plants run');
    expect(row?.snippet).toContain(`${snippetMarkStart}plants${snippetMarkEnd}`);
    expect(row?.snippet).toContain(`${snippetMarkStart}running${snippetMarkEnd}`);
    expect((await search('creme'))[0]?.snippet).toContain(`${snippetMarkStart}crème${snippetMarkEnd}`);
    expect((await search('数据'))[0]?.snippet).toContain(`${snippetMarkStart}数据${snippetMarkEnd}`);
    expect((await search('state-of-the-art'))[0]?.snippet).toContain(
      `${snippetMarkStart}state-of-the-art${snippetMarkEnd}`,
    );
  });

  it('gives a locator that stands in the text word for word', async () => {
    for (const query of [
      'plants running',
      'mühle',
      'mange',
      '人工智能',
      'confetti',
      'كتب',
      'Small places',
      'light leaves',
    ]) {
      const [row] = await search(query);
      const locator = locatorSchema.parse(row?.locator);
      const { rows } = await people.db.query<{ text: string }>(
        'select text from public.search_chunks where id = $1 and text_hash = $2',
        [row?.chunk_id, locator.chunkHash],
      );
      expect(rows[0]?.text, query).toContain(locator.prefix + locator.quote + locator.suffix);
      expect(unmarked(row?.snippet ?? ''), query).toContain(locator.quote.slice(0, 40));
    }
  });

  it('cuts a long passage around the best place', async () => {
    const text = createTextGenerator(3);
    const long = `${text.paragraph()} ${text.paragraph()} The zebrafish swims with the okapi. ${text.paragraph()} ${text.paragraph()} A lonely zebrafish.`;
    await addArticle(people.db, { owner: bob, title: 'Long', language: 'en', paragraphs: [long] });
    const [row] = await search('zebrafish okapi', bob);
    expect(row?.snippet).toMatch(/^….*….?$/s);
    expect(unmarked(row?.snippet ?? '').length).toBeLessThan(300);
    expect(row?.locator?.quote).toBe('zebrafish swims with the okapi');
  });

  it('shows text as it is, and keeps marks that were in it out', async () => {
    const hostile = `<img src=x onerror=alert(1)> quagga & ${snippetMarkStart}fake${snippetMarkEnd} https://example.com/quagga/a-b?x=1 quagga`;
    await addArticle(people.db, { owner: bob, title: 'Hostile', paragraphs: [hostile] });
    const [row] = await search('quagga', bob);
    expect(unmarked(row?.snippet ?? '')).toBe(
      '<img src=x onerror=alert(1)> quagga & fake https://example.com/quagga/a-b?x=1 quagga',
    );
    expect(row?.snippet).not.toContain(`${snippetMarkStart}fake`);
    expect(row?.snippet.split(snippetMarkStart).length).toBeGreaterThanOrEqual(3);
  });

  it('has at most the wanted number of rows, and one per item', async () => {
    const many = await actAs(people.db, alice, (db) => db.query("select * from public.search_library('the', null, 1)"));
    expect(many.rowCount).toBe(1);
    const rows = await search('the');
    expect(new Set(rows.map((row) => row.item_id)).size).toBe(rows.length);
    expect(
      await actAs(people.db, alice, (db) => db.query("select * from public.search_library('the', null, -5)")),
    ).toMatchObject({ rowCount: 1 });
  });
});

describe('passages for a question', () => {
  const passages = (question: string, kind: string | null = null, id: string | null = null) =>
    actAs(people.db, alice, async (db) => {
      const { rows } = await db.query('select * from public.passages_for_question($1, $2, $3)', [question, kind, id]);
      return rows;
    });

  it('finds the passage that has most of the words, first', async () => {
    const rows = await passages('Where was the river crossed, and what stands there?');
    expect(rows[0]).toMatchObject({ title: 'Light and leaves', text: paragraphs.rivers, ordinal: 1 });
    expect(rows[0].text_hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await passages('Qui mangeait de l’herbe ?'))[0].text).toBe(paragraphs.french);
  });

  it('finds nothing for a question about something else, and for none', async () => {
    expect(await passages('Who invented the accordion?')).toEqual([]);
    for (const question of ['', '???', '"', '-', null as unknown as string])
      expect(await passages(question)).toEqual([]);
  });

  it('keeps to one item', async () => {
    const id = (await people.db.query("select id from public.articles where title = 'Small places'")).rows[0].id;
    expect((await passages('the river and the café', 'article', id)).map((row) => row.text)).toEqual([paragraphs.cafe]);
    expect(await passages('the river', 'note', id)).toEqual([]);
  });
});
