import { createTextGenerator } from '@cairn/testkit/generated-text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addArticle, alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
const chunksEach = 4000;

beforeAll(async () => {
  people = await createPeopleDatabase();
  const text = createTextGenerator(11);
  for (const owner of [alice, bob]) {
    const item = await addArticle(people.db, { owner, title: `Library of ${owner}`, language: 'en', paragraphs: [] });
    await people.db.query(
      `insert into public.search_chunks (user_id, item_kind, item_id, ordinal, text, text_hash, language)
       select $1, 'article', $2, ordinal - 1, body, repeat('0', 64), 'english' from unnest($3::text[]) with ordinality as t (body, ordinal)`,
      [owner, item, Array.from({ length: chunksEach }, () => text.paragraph().slice(0, 200))],
    );
  }
  await people.db.query('vacuum analyze public.search_chunks');
});
afterAll(() => people.close());

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}
const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

/** Runs the candidates query of `private.matching_chunks` with its settings, and returns the plan. */
async function planFor(word: string): Promise<PlanNode[]> {
  await people.db.query('begin');
  const { rows } = await people.db.query<{ proconfig: string[] }>(
    "select proconfig from pg_proc where oid = 'private.matching_chunks(uuid,tsquery,text[],int)'::regprocedure",
  );
  for (const setting of rows[0]?.proconfig ?? []) {
    const [name, value] = setting.split('=');
    await people.db.query('select set_config($1, $2, true)', [name, value === '""' ? '' : value]);
  }
  const plan = await people.db.query(
    `explain (format json) select c.id from public.search_chunks c where c.user_id = '${alice}' and c.tsv @@ '${word}'::tsquery limit 500`,
  );
  await people.db.query('rollback');
  return nodes(plan.rows[0]['QUERY PLAN'][0].Plan);
}

// A beginning has at least three letters (see private.plan_search).
it.each(['the', 'unfindable', 'pra:*'])('looks for %s in the index over owner and words', async (word) => {
  const used = (await planFor(word)).filter((node) => node['Index Name'] !== undefined);
  expect(used.map((node) => node['Index Name'])).toEqual(['search_chunks_search_idx']);
  expect(used[0]?.['Index Cond']).toMatch(/user_id = .*tsv @@/s);
});

it('reads a small part of the table for a rare word', async () => {
  const rare = createTextGenerator(12).word(15_000, 19_000);
  const blocks = async (sql: string) => {
    const { rows } = await people.db.query(`explain (analyze, buffers, format json) ${sql}`);
    const plan = rows[0]['QUERY PLAN'][0].Plan;
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
  const whole = await blocks(
    `select count(*) from public.search_chunks where user_id = '${alice}' and text like '%${rare}%'`,
  );
  const searched = await blocks(`select * from private.matching_chunks('${alice}', '${rare}', null, 500)`);
  expect(searched).toBeLessThan(whole / 5);
});

it('knows the languages of a library without reading it', async () => {
  const ask = `select private.library_languages('${alice}') as found`;
  // The first call also reads the catalogue.
  expect((await people.db.query(ask)).rows[0].found).toBe('{english}');
  const { rows } = await people.db.query(`explain (analyze, buffers, format json) ${ask}`);
  expect(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(30);
});
