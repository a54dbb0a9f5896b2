import { userActor } from '@cairn/server/kernel/actor';
import type { Db } from '@cairn/server/platform/db/db';
import { createPgDb } from '@cairn/server/platform/db/pg-db';
import { createSafeFetcher } from '@cairn/server/platform/fetch/undici-safe-fetcher';
import { createExtractiveProvider } from '@cairn/server/platform/llm/extractive-provider';
import { silentLogger } from '@cairn/server/platform/logging/logger';
import { findPassages } from '@cairn/server/services/functions/ask/ask-store';
import { articleNames, type SiteServer, startSiteServer } from '@cairn/testkit/site-server';
import { createWorld, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate, figuresOf, readArticleQuestions } from './evaluate.ts';

let site: SiteServer;
let world: World;
let db: Db;

beforeAll(async () => {
  site = await startSiteServer();
  world = await createWorld({
    tier: 'plus',
    adapters: { fetcher: createSafeFetcher({ userAgent: 'Cairn tests', exceptions: [site.hostPort] }) },
  });
  db = createPgDb({ connectionString: world.connectionString, logger: silentLogger });
  for (const name of articleNames) {
    const response = await world.fetch('/functions/v1/import-article', {
      method: 'POST',
      as: world.alice,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.origin}/articles/${name}` }),
    });
    expect(response.status).toBe(200);
  }
  await world.settle();
}, 120_000);
afterAll(async () => {
  await db?.close();
  await world?.close();
  await site?.close();
});

describe('answers of the built-in provider about imported pages', () => {
  it('keeps at least the figures that are committed', async () => {
    const alice = userActor(world.alice.id);
    const outcomes = await evaluate(createExtractiveProvider(), readArticleQuestions(), (question) =>
      db.asActor(alice, (tx) => findPassages(tx, question, null, 24), { readOnly: true }),
    );
    const figures = figuresOf(outcomes);
    if (process.env.EVAL_PRINT) {
      for (const { question, expected, answer, right } of outcomes) {
        process.stdout.write(
          `${right ? 'right' : 'WRONG'} ${question} | ${expected} | ${answer.join(' // ').slice(0, 300)}\n`,
        );
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`);
    }
    expect(figures.precision).toBeGreaterThanOrEqual(0.8);
    expect(figures.notFound).toBeGreaterThanOrEqual(0.8);
  });
});
