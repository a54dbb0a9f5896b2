import type { ItemKind } from '@cairn/contracts/locator';
import type { Tx } from '../../platform/db/db.ts';
import type { ChunkDifference, StoredChunk } from './domain/diff-chunks.ts';

/** An item as it is indexed. `parts` are texts that a chunk never spans, each with its offset in the item's text. */
export interface IndexedItem {
  kind: ItemKind;
  id: string;
  userId: string;
  language: string | null;
  parts: string[];
}

const itemSql: Record<ItemKind, string> = {
  article: `select user_id, language, array[content_text] as parts from public.articles where id = $1`,
  // What lies in the trash is not found.
  note: `select n.user_id, a.language,
                case when n.trashed_at is not null then '{}'::text[] else
                  array[n.text, n.summary] || array(
                    select c.text from public.cues c
                     where c.user_id = n.user_id and c.note_id = n.id and c.removed_at is null order by c.position, c.id
                  )
                end as parts
           from public.notes n
           left join public.articles a on a.user_id = n.user_id and a.id = n.article_id
          where n.id = $1`,
  highlight: `select h.user_id, a.language, array[coalesce(h.comment, ''), h.locator ->> 'quote'] as parts
                from public.highlights h
                join public.articles a on a.user_id = h.user_id and a.id = h.article_id
               where h.id = $1`,
};

/** A re-index may run beside the change consumer: one at a time for an item, each on what the other left. */
export async function lockItem(tx: Tx, id: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('cairn.indexing.' || $1, 0))`, [id]);
}

/** Null when the item is gone. */
export async function loadItem(tx: Tx, kind: ItemKind, id: string): Promise<IndexedItem | null> {
  const { rows } = await tx.query<{ user_id: string; language: string | null; parts: string[] }>(itemSql[kind], [id]);
  const row = rows[0];
  return row ? { kind, id, userId: row.user_id, language: row.language, parts: row.parts } : null;
}

/** The notes that cues belong to (a cue has no index entry of its own). */
export async function notesOfCues(tx: Tx, cueIds: readonly string[]): Promise<{ noteId: string; userId: string }[]> {
  const { rows } = await tx.query<{ noteId: string; userId: string }>(
    'select distinct note_id as "noteId", user_id as "userId" from public.cues where id = any($1::uuid[])',
    [cueIds],
  );
  return rows;
}

/** BCP 47 tag → text search configuration, as `search_chunks.language` shows it. */
export async function searchLanguage(tx: Tx, tag: string | null): Promise<string> {
  const { rows } = await tx.query<{ language: string }>('select private.search_language($1)::text as language', [tag]);
  return rows[0]?.language ?? 'simple';
}

export async function loadChunks(tx: Tx, userId: string, kind: ItemKind, id: string): Promise<StoredChunk[]> {
  const { rows } = await tx.query<StoredChunk>(
    `select id::text, ordinal, text_hash as "textHash", start_offset as "startOffset", heading, language::text
       from public.search_chunks where user_id = $1 and item_kind = $2 and item_id = $3`,
    [userId, kind, id],
  );
  return rows;
}

export async function deleteItemChunks(tx: Tx, userId: string, kind: ItemKind, id: string): Promise<number> {
  const { rowCount } = await tx.query(
    'delete from public.search_chunks where user_id = $1 and item_kind = $2 and item_id = $3',
    [userId, kind, id],
  );
  return rowCount;
}

/** Rows of one statement; a long article has thousands. */
const insertBatch = 500;

export async function applyDifference(tx: Tx, item: IndexedItem, difference: ChunkDifference): Promise<void> {
  const { remove, move, insert } = difference;
  if (remove.length > 0) {
    await tx.query('delete from public.search_chunks where user_id = $1 and id = any($2::bigint[])', [
      item.userId,
      remove,
    ]);
  }
  if (move.length > 0) {
    await tx.query(
      `update public.search_chunks c set ordinal = m.ordinal, start_offset = m.start_offset
         from unnest($2::bigint[], $3::int[], $4::int[]) as m (id, ordinal, start_offset)
        where c.user_id = $1 and c.id = m.id`,
      [item.userId, move.map((m) => m.id), move.map((m) => m.ordinal), move.map((m) => m.startOffset)],
    );
  }
  for (let from = 0; from < insert.length; from += insertBatch) {
    const rows = insert.slice(from, from + insertBatch);
    await tx.query(
      `insert into public.search_chunks
         (user_id, item_kind, item_id, ordinal, text, text_hash, heading, start_offset, language)
       select $1, $2, $3, r.ordinal, r.text, r.text_hash, r.heading, r.start_offset, $9::regconfig
         from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::int[])
           as r (ordinal, text, text_hash, heading, start_offset)`,
      [
        item.userId,
        item.kind,
        item.id,
        rows.map((row) => row.ordinal),
        rows.map((row) => row.text),
        rows.map((row) => row.textHash),
        rows.map((row) => row.heading),
        rows.map((row) => row.startOffset),
        rows[0]?.language ?? 'simple',
      ],
    );
  }
}

/** Ids of one kind in id order after `after`: the pages of a re-index. */
export async function nextItemIds(tx: Tx, kind: ItemKind, after: string | null, limit: number): Promise<string[]> {
  const table = { article: 'articles', note: 'notes', highlight: 'highlights' }[kind];
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.${table} where ($1::uuid is null or id > $1) order by id limit $2`,
    [after, limit],
  );
  return rows.map((row) => row.id);
}
