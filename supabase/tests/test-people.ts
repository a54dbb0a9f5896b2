import { createHash } from 'node:crypto';
import { createTestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';

export const alice = 'a11ce000-0000-4000-8000-000000000001';
export const bob = 'b0b00000-0000-4000-8000-000000000002';

export interface PeopleDatabase {
  /** Connected as the owner of the schema; wrap requests in actAs(). */
  db: Client;
  connectionString: string;
  connect(): Promise<Client>;
  close(): Promise<void>;
}

/** A migrated database in which alice and bob have accounts. */
export async function createPeopleDatabase(): Promise<PeopleDatabase> {
  const database = await createTestDatabase();
  const clients: Client[] = [];
  const connect = async () => {
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    clients.push(client);
    return client;
  };
  const db = await connect();
  await db.query('insert into auth.users (id, email) values ($1, $2), ($3, $4)', [
    alice,
    'alice@example.com',
    bob,
    'bob@example.com',
  ]);
  return {
    db,
    connect,
    connectionString: database.connectionString,
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await database.close();
    },
  };
}

export interface SampleArticle {
  owner: string;
  title: string;
  language?: string;
  paragraphs: readonly string[];
}

/** Stores an article with one chunk per paragraph and returns its id. */
export async function addArticle(db: Client, article: SampleArticle): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.articles (user_id, title, url, canonical_url, language, content_html, content_text)
     values ($1, $2, $3, $3, $4, '<p></p>', $5) returning id`,
    [
      article.owner,
      article.title,
      `https://example.com/${encodeURIComponent(article.title)}`,
      article.language ?? null,
      article.paragraphs.join('\n\n'),
    ],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error('no article');
  let offset = 0;
  for (const [ordinal, text] of article.paragraphs.entries()) {
    await db.query(
      `insert into public.search_chunks (user_id, item_kind, item_id, ordinal, text, text_hash, start_offset, language)
       values ($1, 'article', $2, $3, $4, $5, $6, private.search_language($7))`,
      [
        article.owner,
        id,
        ordinal,
        text,
        createHash('sha256').update(text).digest('hex'),
        offset,
        article.language ?? null,
      ],
    );
    offset += text.length + 2;
  }
  return id;
}
