import { randomUUID } from 'node:crypto';
import type { AskEvent, Citation } from '@cairn/contracts/ask';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtractiveProvider } from '../../../platform/llm/extractive-provider.ts';
import type { AnswerProvider } from '../../../platform/llm/llm.ts';

const secret = 'The password of the vault is hunted by nobody named Quentin.';
const articleText =
  'Puffins nest in burrows on the cliffs of Skomer. They come back every April.\n\nThe warden counts the burrows in June. The island has no harbour.';
const hash = 'c'.repeat(64);

/** Questions that begin so are answered with every passage there is, so that a test sees all citations. */
const quoteAll = 'quoteall';
const builtIn = createExtractiveProvider();
const provider: AnswerProvider = {
  name: 'test',
  kind: 'extractive',
  async *answer(request) {
    if (!request.question.startsWith(quoteAll)) yield* builtIn.answer(request);
    else for (const { chunkId, text } of request.passages) yield { text, citations: [{ chunkId, quote: text }] };
  },
};

let world: World;
let articleId: string;
let noteId: string;
let highlightId: string;
let bobsNote: string;

const insertNote = async (owner: TestUser, title: string, text: string, summary = ''): Promise<string> => {
  const rows = await world.sql<{ id: string }>(
    'insert into public.notes (user_id, title, text, summary) values ($1, $2, $3, $4) returning id',
    [owner.id, title, text, summary],
  );
  return rows[0]?.id ?? '';
};

async function post(as: TestUser, body: unknown): Promise<Response> {
  return world.fetch('/functions/v1/ask', {
    method: 'POST',
    as,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function ask(as: TestUser, question: string, about?: { itemKind: string; itemId: string }): Promise<AskEvent[]> {
  const response = await post(as, { question, ...(about ? { about } : {}) });
  expect(response.status).toBe(200);
  return (await response.text())
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice(6)) as AskEvent);
}

const citations = (events: readonly AskEvent[]): Citation[] =>
  events.flatMap((event) => (event.type === 'sentence' ? event.citations : []));

beforeAll(async () => {
  world = await createWorld({ tier: 'plus', adapters: { answerProvider: provider } });
  const { alice, bob } = world;
  const rows = await world.sql<{ id: string }>(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, language)
     values ($1, 'Birds of Skomer', $2, $2, '', $3, 'en') returning id`,
    [alice.id, `https://example.org/${randomUUID()}`, articleText],
  );
  articleId = rows[0]?.id ?? '';
  noteId = await insertNote(
    alice,
    'Gardening',
    'The tomatoes were planted on the south side in May. Basil stands beside them.',
    'Compost made the largest difference to the soil.',
  );
  await world.sql(
    `insert into public.cues (id, user_id, note_id, text, position) values (gen_random_uuid(), $1, $2, $3, 0)`,
    [alice.id, noteId, 'Marigolds keep the whiteflies away from the greenhouse.'],
  );
  const highlights = await world.sql<{ id: string }>(
    `insert into public.highlights (user_id, article_id, locator, colour, comment)
     values ($1, $2, $3, 'green', 'Ornithologists should visit the lighthouse keeper Marwood there.') returning id`,
    [
      alice.id,
      articleId,
      { quote: 'The warden counts the burrows in June.', prefix: '', suffix: ' The island', chunkHash: hash },
    ],
  );
  highlightId = highlights[0]?.id ?? '';
  bobsNote = await insertNote(bob, 'Vault', secret);
  await world.settle();
});
afterAll(async () => world?.close());

describe('what may be cited', () => {
  it("is never another person's note, whole library or asked for by its id", async () => {
    expect(citations(await ask(world.bob, 'Who hunts the password of the vault?'))[0]?.itemId).toBe(bobsNote);
    const events = await ask(world.alice, 'Who hunts the password of the vault?');
    expect(events.at(-1)?.type).toBe('not_found');
    expect(JSON.stringify(events)).not.toMatch(/vault|Quentin/i);
    const response = await post(world.alice, {
      question: 'Who hunts the password?',
      about: { itemKind: 'note', itemId: bobsNote },
    });
    expect(response.status).toBe(404);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'not_found' } });
    expect(body).not.toMatch(/vault|Quentin/i);
  });

  it('answers "about" only from that item', async () => {
    const about = { itemKind: 'note', itemId: noteId };
    const inNote = await ask(world.alice, 'When were the tomatoes planted?', about);
    expect(citations(inNote).map(({ itemId }) => itemId)).toEqual([noteId]);
    const elsewhere = await ask(world.alice, 'Where do puffins nest?', about);
    expect(elsewhere.at(-1)?.type).toBe('not_found');
    expect(JSON.stringify(elsewhere)).not.toContain('Skomer');
  });

  it('is no longer what lies in the trash', async () => {
    const id = await insertNote(world.alice, 'Chess', 'The Sicilian defence begins with the pawn on c5.');
    await world.settle();
    expect(citations(await ask(world.alice, 'What does the Sicilian defence begin with?'))[0]?.itemId).toBe(id);
    await world.sql('update public.notes set trashed_at = now() where id = $1', [id]);
    // At once, not only after the index has followed.
    const events = await ask(world.alice, 'What does the Sicilian defence begin with?');
    expect(JSON.stringify(events)).not.toContain('pawn');
  });
});

describe('where a citation leads', () => {
  it.each([
    ['When were the tomatoes planted?', 'notes', 'The tomatoes were planted on the south side in May.'],
    ['What made the largest difference to the soil?', 'summary', 'Compost made the largest difference to the soil.'],
    ['What keeps whiteflies away?', 'cues', 'Marigolds keep the whiteflies away from the greenhouse.'],
  ])('%s → the %s of the note', async (question, fragment, quote) => {
    const [citation] = citations(await ask(world.alice, question));
    expect(citation).toMatchObject({ itemKind: 'note', itemId: noteId, title: 'Gardening', fragment });
    expect(citation?.locator.quote).toBe(quote);
    expect(citation).not.toHaveProperty('readIn');
  });

  it('is the passage of the article for the words of a highlight', async () => {
    const chunks = await world.sql<{ id: string; text_hash: string }>(
      `select id::text, text_hash from public.search_chunks where item_id = $1 and text like '%warden%'`,
      [articleId],
    );
    const found = citations(await ask(world.alice, `${quoteAll} When does the warden count the burrows?`));
    const citation = found.find(
      ({ itemKind, locator }) => itemKind === 'highlight' && locator.quote.includes('warden'),
    );
    expect(citation).toMatchObject({ itemId: highlightId, title: 'Birds of Skomer' });
    expect(citation?.readIn).toMatchObject({ itemKind: 'article', itemId: articleId });
    const { prefix, quote, suffix, chunkHash } = citation?.readIn?.locator ?? {};
    expect(articleText).toContain(`${prefix}${quote}${suffix}`);
    expect(chunkHash).toBe(chunks[0]?.text_hash);
  });

  it('is the highlighted passage for the words of a comment', async () => {
    const [citation] = citations(await ask(world.alice, 'Which lighthouse keeper should ornithologists visit?'));
    expect(citation).toMatchObject({ itemKind: 'highlight', itemId: highlightId });
    expect(citation?.locator.quote).toContain('Marwood');
    expect(citation?.readIn).toEqual({
      itemKind: 'article',
      itemId: articleId,
      locator: { quote: 'The warden counts the burrows in June.', prefix: '', suffix: ' The island', chunkHash: hash },
    });
  });

  it('is named by its title when there is no answer', async () => {
    const last = (await ask(world.alice, 'How many kilograms of tomatoes were sold to the market?')).at(-1);
    if (last?.type !== 'not_found') throw new Error(`got ${last?.type}`);
    expect(last.nearest[0]).toMatchObject({ itemKind: 'note', title: 'Gardening', fragment: 'notes' });
  });
});
