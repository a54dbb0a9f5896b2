import { randomUUID } from 'node:crypto';
import { userActor } from '@cairn/server/kernel/actor';
import { systemClock } from '@cairn/server/kernel/clock';
import { createChangeFeed } from '@cairn/server/platform/changes/change-feed';
import type { Db } from '@cairn/server/platform/db/db';
import { createPgDb } from '@cairn/server/platform/db/pg-db';
import { detectLanguage } from '@cairn/server/platform/language/detect-language';
import { createExtractiveProvider } from '@cairn/server/platform/llm/extractive-provider';
import { silentLogger } from '@cairn/server/platform/logging/logger';
import { findPassages } from '@cairn/server/services/functions/ask/ask-store';
import { createIndexingService } from '@cairn/server/services/indexing/indexing-service';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate, type Figures, figuresOf, readQuestions, readTexts } from './evaluate.ts';

let database: TestDatabase;
let db: Db;
const reader = userActor(randomUUID());

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  await db.asSystem('auth', (tx) =>
    tx.query('insert into auth.users (id, email) values ($1, $2)', [reader.userId, 'reader@example.org']),
  );
  await db.asSystem('import', async (tx) => {
    for (const { id, title, body } of readTexts()) {
      await tx.query(
        `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, language)
         values ($1, $2, $3, $3, '', $4, $5)`,
        [reader.userId, title, `https://example.org/${id}`, body, detectLanguage(body)],
      );
    }
  });
  const feed = createChangeFeed({ db, logger: silentLogger, clock: systemClock });
  feed.consume('indexing', createIndexingService({ db, logger: silentLogger, detectLanguage }).handleChanges);
  await feed.drain();
});
afterAll(async () => {
  await db?.close();
  await database?.close();
});

describe('answers of the built-in provider over the real search', () => {
  it('keeps at least the figures that are committed', async () => {
    const texts = readTexts();
    const outcomes = await evaluate(createExtractiveProvider(), readQuestions(texts), (question) =>
      db.asActor(reader, (tx) => findPassages(tx, question, null, 24), { readOnly: true }),
    );
    const figures = (half: string): Figures => figuresOf(outcomes.filter((outcome) => outcome.half === half));
    const heldOut = figures('held-out');
    if (process.env['EVAL_PRINT'])
      process.stdout.write(`${JSON.stringify({ dev: figures('dev'), heldOut }, null, 2)}\n`);
    expect(heldOut.questions).toBeGreaterThanOrEqual(50);
    expect(heldOut.precision).toBeGreaterThanOrEqual(0.9);
    expect(heldOut.recall).toBeGreaterThanOrEqual(0.8);
    expect(heldOut.notFound).toBeGreaterThanOrEqual(0.9);
  });
});
