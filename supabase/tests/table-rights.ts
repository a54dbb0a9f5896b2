import type { Client } from 'pg';
import { alice, bob } from './test-people.ts';

type Person = 'alice' | 'bob';
type Row = Record<string, unknown>;

/** What clients may do with a table, written out. Whatever is not named here must be refused. */
export interface TableRights {
  table: string;
  /** Default `user_id`. */
  ownerColumn?: string;
  insert?: {
    columns: readonly string[];
    /** A row that its owner may insert, without the owner column. */
    row: (world: WorldRows, person: Person) => Row;
    /** Columns that name a row of the same owner. */
    parents: readonly string[];
  };
  update?: {
    columns: readonly string[];
    example: readonly [column: string, value: unknown];
    parents?: readonly string[];
  };
  delete?: true;
  /** For tables that only the server inserts into. */
  serverRow?: (world: WorldRows, person: Person) => Row;
  /** One row per person, made with the account: the server's insert meets it. */
  single?: true;
}

/** Rows that both people have before the probes begin: at least one in every table. */
export type WorldRows = Record<
  Person,
  { article: string; unreadArticle: string; note: string; highlight: string; tag: string; cue: string; newCue: string }
>;

const hash = 'ab'.repeat(32);
const locator = { quote: 'words', prefix: '', suffix: '', chunkHash: hash };

export const tableRights: readonly TableRights[] = [
  {
    table: 'profiles',
    ownerColumn: 'id',
    update: {
      columns: ['id', 'handle', 'display_name', 'bio', 'avatar_path', 'preferences'],
      example: ['bio', 'changed'],
    },
    serverRow: () => ({}),
    single: true,
  },
  { table: 'user_subscriptions', serverRow: () => ({ tier: 'plus' }), single: true },
  { table: 'ai_usage_logs', serverRow: () => ({ operation_type: 'ask' }) },
  { table: 'account_deletions', serverRow: () => ({ due_at: '2100-01-01T00:00:00Z' }), single: true },
  { table: 'analytics_events', serverRow: () => ({ name: 'feature_interest', user_plan: 'free' }) },
  { table: 'stripe_subscriptions', serverRow: () => ({ customer_id: 'cus_new', status: 'active' }), single: true },
  {
    table: 'stripe_orders',
    serverRow: () => ({
      checkout_session_id: 'cs_new',
      amount_subtotal: 999,
      amount_total: 999,
      currency: 'usd',
      payment_status: 'paid',
    }),
  },
  { table: 'ai_learning_sessions', serverRow: () => ({ end_time: '2100-01-01T00:00:00Z' }) },
  {
    table: 'import_runs',
    insert: {
      columns: ['id', 'user_id', 'kind', 'requested_url'],
      row: () => ({ kind: 'article', requested_url: 'https://example.com' }),
      parents: [],
    },
    delete: true,
  },
  {
    table: 'articles',
    update: { columns: ['title', 'state'], example: ['title', 'changed'] },
    delete: true,
    serverRow: () => ({
      title: 'New',
      url: 'https://example.com/new',
      canonical_url: 'https://example.com/new',
      content_html: '',
      content_text: '',
    }),
  },
  {
    table: 'highlights',
    insert: {
      columns: ['id', 'user_id', 'article_id', 'locator', 'colour', 'comment'],
      row: (world, person) => ({ article_id: world[person].article, locator, comment: 'new' }),
      parents: ['article_id'],
    },
    update: {
      columns: ['id', 'user_id', 'article_id', 'locator', 'colour', 'comment'],
      example: ['comment', 'changed'],
      parents: ['article_id'],
    },
    delete: true,
  },
  {
    table: 'reading_positions',
    insert: {
      columns: ['id', 'user_id', 'article_id', 'locator', 'fraction'],
      row: (world, person) => ({ article_id: world[person].unreadArticle, locator, fraction: 0.5 }),
      parents: ['article_id'],
    },
    update: {
      columns: ['id', 'user_id', 'article_id', 'locator', 'fraction'],
      example: ['fraction', 1],
      parents: ['article_id'],
    },
    delete: true,
  },
  {
    table: 'notes',
    insert: {
      columns: ['id', 'user_id', 'title', 'article_id', 'trashed_at'],
      row: (world, person) => ({ title: 'New', article_id: world[person].article }),
      parents: ['article_id'],
    },
    update: {
      columns: ['id', 'user_id', 'title', 'article_id', 'trashed_at'],
      example: ['title', 'changed'],
      parents: ['article_id'],
    },
    delete: true,
  },
  {
    table: 'note_updates',
    insert: {
      columns: ['id', 'user_id', 'note_id', 'update'],
      row: (world, person) => ({ note_id: world[person].note, update: Buffer.from([1, 2, 3]) }),
      parents: ['note_id'],
    },
  },
  { table: 'cues', serverRow: (world, person) => ({ note_id: world[person].note, text: 'New' }) },
  {
    table: 'cue_reviews',
    insert: {
      columns: ['id', 'user_id', 'cue_id', 'grade', 'reviewed_at', 'duration_ms'],
      row: (world, person) => ({ cue_id: world[person].cue, grade: 3 }),
      parents: ['cue_id'],
    },
  },
  {
    table: 'cue_schedules',
    serverRow: (world, person) => ({ cue_id: world[person].newCue, due_at: '2026-01-01T00:00:00Z' }),
  },
  {
    table: 'tasks',
    insert: {
      columns: ['id', 'user_id', 'title', 'completed_at', 'note_id'],
      row: (world, person) => ({ title: 'New', note_id: world[person].note }),
      parents: ['note_id'],
    },
    update: {
      columns: ['id', 'user_id', 'title', 'completed_at', 'note_id'],
      example: ['title', 'changed'],
      parents: ['note_id'],
    },
    delete: true,
  },
  {
    table: 'tags',
    insert: { columns: ['id', 'user_id', 'name'], row: () => ({ name: 'new' }), parents: [] },
    update: { columns: ['id', 'user_id', 'name'], example: ['name', 'changed'] },
    delete: true,
  },
  {
    table: 'item_tags',
    insert: {
      columns: ['user_id', 'tag_id', 'item_kind', 'item_id'],
      row: (world, person) => ({ tag_id: world[person].tag, item_kind: 'highlight', item_id: world[person].highlight }),
      parents: ['tag_id', 'item_id'],
    },
    delete: true,
  },
  {
    table: 'links',
    serverRow: (world, person) => ({
      source_kind: 'note',
      source_id: world[person].note,
      target_kind: 'article',
      target_id: world[person].article,
      target_title: 'New',
    }),
  },
  {
    table: 'search_chunks',
    serverRow: (world, person) => ({
      item_kind: 'note',
      item_id: world[person].note,
      ordinal: 1,
      text: 'New',
      text_hash: hash,
    }),
  },
];

/** Gives both people a row in every table, as the schema's owner. */
export async function seedWorld(db: Client): Promise<WorldRows> {
  const people = { alice, bob };
  const world: Partial<WorldRows> = {};
  for (const person of ['alice', 'bob'] as const) {
    const owner = people[person];
    const one = async (sql: string, ...values: unknown[]): Promise<string> =>
      (await db.query(sql, [owner, ...values])).rows[0].id;
    await one("insert into public.ai_usage_logs (user_id, operation_type) values ($1, 'ask') returning id");
    await one(
      "insert into public.analytics_events (user_id, name, user_plan) values ($1, 'feature_interest', 'free') returning id",
    );
    await one('insert into public.account_deletions (user_id) values ($1) returning user_id as id');
    await one('insert into public.ai_learning_sessions (user_id) values ($1) returning id');
    await one(
      "insert into public.stripe_subscriptions (user_id, customer_id, status) values ($1, $2, 'active') returning id",
      `cus_${person}`,
    );
    await one(
      `insert into public.stripe_orders (user_id, checkout_session_id, amount_subtotal, amount_total, currency, payment_status)
       values ($1, $2, 999, 999, 'usd', 'paid') returning id`,
      `cs_${person}`,
    );
    await one(
      "insert into public.import_runs (user_id, kind, requested_url) values ($1, 'article', 'https://example.com') returning id",
    );
    const article = await one(
      `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text)
       values ($1, 'Article', 'https://example.com', 'https://example.com', '', '') returning id`,
    );
    const unreadArticle = await one(
      `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text)
       values ($1, 'Unread', 'https://example.com/unread', 'https://example.com/unread', '', '') returning id`,
    );
    await one(
      'insert into public.reading_positions (user_id, article_id, locator, fraction) values ($1, $2, $3, 0.25) returning id',
      article,
      locator,
    );
    const highlight = await one(
      'insert into public.highlights (user_id, article_id, locator) values ($1, $2, $3) returning id',
      article,
      locator,
    );
    const note = await one("insert into public.notes (user_id, title) values ($1, 'Note') returning id");
    await one("insert into public.note_updates (user_id, note_id, update) values ($1, $2, '\\x01') returning id", note);
    const addCue = "insert into public.cues (user_id, note_id, text) values ($1, $2, 'Cue') returning id";
    const cue = await one(addCue, note);
    const newCue = await one(addCue, note);
    await one('insert into public.cue_reviews (user_id, cue_id, grade) values ($1, $2, 3) returning id', cue);
    await one(
      'insert into public.cue_schedules (user_id, cue_id, due_at) values ($1, $2, now()) returning cue_id as id',
      cue,
    );
    await one("insert into public.tasks (user_id, title) values ($1, 'Task') returning id");
    const tag = await one("insert into public.tags (user_id, name) values ($1, 'tag') returning id");
    await one(
      "insert into public.item_tags (user_id, tag_id, item_kind, item_id) values ($1, $2, 'note', $3) returning item_id as id",
      tag,
      note,
    );
    await one(
      "insert into public.links (user_id, source_kind, source_id, target_kind, target_title) values ($1, 'note', $2, 'note', 'Somewhere') returning id",
      note,
    );
    await one(
      "insert into public.search_chunks (user_id, item_kind, item_id, ordinal, text, text_hash) values ($1, 'note', $2, 0, 'Text', $3) returning id",
      note,
      hash,
    );
    world[person] = { article, unreadArticle, note, highlight, tag, cue, newCue };
  }
  return world as WorldRows;
}
