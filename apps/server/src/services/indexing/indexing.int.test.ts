import { createHash, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { createChangeFeed } from '../../platform/changes/change-feed.ts';
import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Db } from '../../platform/db/db.ts';
import { createPgDb } from '../../platform/db/pg-db.ts';
import { detectLanguage } from '../../platform/language/detect-language.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createIndexingService, type IndexingService } from './indexing-service.ts';

let database: TestDatabase;
let db: Db;
let sql: Client;
let feed: ChangeFeed;
let indexing: IndexingService;
const alice = randomUUID();
const bob = randomUUID();

const paragraphs = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) => `Paragraph ${i} tells of ${'the sea and the wind over it, '.repeat(10 + (i % 7))}and ends.`,
  );

const insertArticle = async (owner: string, text: string, language: string | null = 'en'): Promise<string> => {
  const { rows } = await sql.query(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, language)
     values ($1, 'An article', $2, $2, '', $3, $4) returning id`,
    [owner, `https://example.org/${randomUUID()}`, text, language],
  );
  return rows[0].id;
};

interface ChunkRow {
  id: string;
  user_id: string;
  ordinal: number;
  text: string;
  text_hash: string;
  start_offset: number;
  language: string;
  xmin: string;
}
const chunksOf = async (itemId: string): Promise<ChunkRow[]> => {
  const { rows } = await sql.query(
    `select id::text, user_id, ordinal, text, text_hash, start_offset, language::text, xmin::text
       from public.search_chunks where item_id = $1 order by ordinal`,
    [itemId],
  );
  return rows;
};
const setText = (id: string, text: string): Promise<unknown> =>
  sql.query('update public.articles set content_text = $2 where id = $1', [id, text]);

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  sql = new Client({ connectionString: database.connectionString });
  await sql.connect();
  await sql.query(`insert into auth.users (id, email) values ($1, 'a@example.org'), ($2, 'b@example.org')`, [
    alice,
    bob,
  ]);
  indexing = createIndexingService({ db, logger: silentLogger, detectLanguage });
  feed = createChangeFeed({ db, logger: silentLogger, clock: systemClock });
  feed.consume('indexing', indexing.handleChanges);
});
afterAll(async () => {
  await sql?.end();
  await db?.close();
  await database?.close();
});

describe('indexing', () => {
  it('cuts an article into chunks of its text that belong to its owner', async () => {
    const text = paragraphs(30).join('\n\n');
    const id = await insertArticle(alice, text);
    await feed.drain();
    const chunks = await chunksOf(id);
    expect(chunks.map((chunk) => chunk.text).join('\n\n')).toBe(text);
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk).toMatchObject({ user_id: alice, ordinal: index, language: 'english' });
      expect(text.slice(chunk.start_offset, chunk.start_offset + chunk.text.length)).toBe(chunk.text);
      expect(chunk.text_hash).toBe(createHash('sha256').update(chunk.text).digest('hex'));
    }
  });

  it('rewrites little when little is edited, also in the middle', async () => {
    const parts = paragraphs(60);
    const id = await insertArticle(alice, parts.join('\n\n'));
    await feed.drain();
    const before = await chunksOf(id);
    parts.splice(30, 0, `A new paragraph ${'that was put in between the others '.repeat(8)}.`);
    await setText(id, parts.join('\n\n'));
    await feed.drain();
    const after = await chunksOf(id);
    const kept = new Map(before.map((chunk) => [chunk.id, chunk]));
    expect(after.filter((chunk) => !kept.has(chunk.id))).toHaveLength(1);
    expect(after.map((chunk) => chunk.ordinal)).toEqual(after.map((_, index) => index));
    // The rows in front of the edit were not written at all.
    expect(after.slice(0, 30).map((chunk) => chunk.xmin)).toEqual(before.slice(0, 30).map((chunk) => chunk.xmin));
  });

  it('writes nothing when an update leaves the text alone', async () => {
    const id = await insertArticle(alice, paragraphs(5).join('\n\n'));
    await feed.drain();
    const before = await chunksOf(id);
    await sql.query(`update public.articles set state = 'archived' where id = $1`, [id]);
    await feed.drain();
    expect(await chunksOf(id)).toEqual(before);
  });

  it('tells the language of a text that does not say it', async () => {
    const id = await insertArticle(alice, 'Der Wind weht über das Meer und die Wellen schlagen an den Strand.', null);
    await feed.drain();
    expect((await chunksOf(id)).map((chunk) => chunk.language)).toEqual(['german']);
  });

  it('indexes notes with summary and cues, and takes them out while they are in the trash', async () => {
    const { rows } = await sql.query(
      `insert into public.notes (user_id, title, text, summary) values ($1, 'A note', 'What I wrote down.', 'In short.') returning id`,
      [alice],
    );
    const id: string = rows[0].id;
    await sql.query(`insert into public.cues (user_id, note_id, text) values ($1, $2, 'What is it?')`, [alice, id]);
    await feed.drain();
    expect((await chunksOf(id)).map((chunk) => chunk.text)).toEqual(['What I wrote down.', 'In short.', 'What is it?']);
    await sql.query(`update public.cues set removed_at = now() where note_id = $1`, [id]);
    await feed.drain();
    expect((await chunksOf(id)).map((chunk) => chunk.text)).toEqual(['What I wrote down.', 'In short.']);
    await sql.query('update public.notes set trashed_at = now() where id = $1', [id]);
    await feed.drain();
    expect(await chunksOf(id)).toEqual([]);
    await sql.query('update public.notes set trashed_at = null where id = $1', [id]);
    await feed.drain();
    expect(await chunksOf(id)).toHaveLength(2);
  });

  it('indexes the comment and the quote of a highlight', async () => {
    const articleId = await insertArticle(bob, 'Some text that is worth marking.');
    const locator = { quote: 'worth marking', prefix: 'is ', suffix: '.', chunkHash: 'a'.repeat(64) };
    const { rows } = await sql.query(
      'insert into public.highlights (user_id, article_id, locator, comment) values ($1, $2, $3, $4) returning id',
      [bob, articleId, locator, 'Remember this one.'],
    );
    await feed.drain();
    const chunks = await chunksOf(rows[0].id);
    expect(chunks.map((chunk) => [chunk.text, chunk.user_id])).toEqual([
      ['Remember this one.', bob],
      ['worth marking', bob],
    ]);
  });

  it('deletes with the item, also when it is deleted before it was indexed', async () => {
    const kept = await insertArticle(alice, 'Stays.');
    const id = await insertArticle(alice, 'Goes.');
    await feed.drain();
    const hasty = await insertArticle(alice, 'Hardly there.');
    await sql.query('delete from public.articles where id in ($1, $2)', [id, hasty]);
    await feed.drain();
    expect(await chunksOf(id)).toEqual([]);
    expect(await chunksOf(hasty)).toEqual([]);
    expect(await chunksOf(kept)).toHaveLength(1);
  });

  it('is brought back by a re-index, which keeps what is right', async () => {
    const id = await insertArticle(alice, paragraphs(12).join('\n\n'));
    await feed.drain();
    const before = await chunksOf(id);
    await sql.query('delete from public.search_chunks where item_id = $1 and ordinal in (3, 4)', [id]);
    await sql.query(
      `update public.search_chunks set text = 'wrong', text_hash = repeat('0', 64) where item_id = $1 and ordinal = 5`,
      [id],
    );
    expect(await indexing.reindexAll()).toBeGreaterThan(5);
    const after = await chunksOf(id);
    expect(after.map((chunk) => chunk.text)).toEqual(before.map((chunk) => chunk.text));
    expect(after[0]?.id).toBe(before[0]?.id);
  });

  it('can be re-indexed while it is written', async () => {
    const id = await insertArticle(alice, paragraphs(20).join('\n\n'));
    await feed.start();
    const writing = (async () => {
      for (let turn = 0; turn < 12; turn += 1)
        await setText(
          id,
          paragraphs(20 + (turn % 5))
            .reverse()
            .join('\n\n'),
        );
    })();
    await Promise.all([writing, indexing.reindexAll(), indexing.reindexAll()]);
    await feed.drain();
    await feed.stop();
    expect((await chunksOf(id)).map((chunk) => chunk.text).join('\n\n')).toBe(paragraphs(21).reverse().join('\n\n'));
    expect(feed.stats()).toMatchObject({ failed: 0 });
  });

  it('takes in a text of 2 MB', async () => {
    const id = await insertArticle(alice, paragraphs(6000).join('\n\n').slice(0, 2_000_000));
    await feed.drain();
    const { rows } = await sql.query(
      'select count(*)::int as chunks, sum(char_length(text))::int as characters from public.search_chunks where item_id = $1',
      [id],
    );
    expect(rows[0].chunks).toBeGreaterThan(1600);
    expect(rows[0].characters).toBeGreaterThan(1_980_000);
    expect(feed.stats()).toMatchObject({ failed: 0, deadLettered: 0 });
  });
});
