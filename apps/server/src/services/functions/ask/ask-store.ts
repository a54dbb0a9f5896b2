import type { ItemKind } from '@cairn/contracts/locator';
import type { Tx } from '../../../platform/db/db.ts';

export interface PassageRow {
  chunkId: string;
  itemKind: ItemKind;
  itemId: string;
  title: string;
  /** Who wrote it; null for what is not an article. */
  byline: string | null;
  heading: string | null;
  text: string;
  textHash: string;
}

export interface About {
  itemKind: ItemKind;
  itemId: string;
}

/** The asker's own passages, best first. Runs as the asker. */
export async function findPassages(tx: Tx, question: string, about: About | null, most: number): Promise<PassageRow[]> {
  const { rows } = await tx.query<PassageRow>(
    `select p.chunk_id::text as "chunkId", p.item_kind as "itemKind", p.item_id as "itemId", p.title, a.byline, p.heading, p.text,
            p.text_hash as "textHash"
       from public.passages_for_question($1, $2, $3, $4) as p
       left join public.articles a on p.item_kind = 'article' and a.id = p.item_id
      order by p.rank desc, p.chunk_id`,
    [question, about?.itemKind ?? null, about?.itemId ?? null, most],
  );
  return rows;
}

export async function itemExists(tx: Tx, { itemKind, itemId }: About): Promise<boolean> {
  const table = { article: 'articles', note: 'notes', highlight: 'highlights' }[itemKind];
  const { rowCount } = await tx.query(`select from public.${table} where id = $1`, [itemId]);
  return rowCount > 0;
}

export interface StoredQuote {
  /** Place in the list that was asked for. */
  index: number;
  chunkText: string;
  textHash: string;
}

/**
 * Of the quotes, those that stand word for word both in the indexed chunk and in the item as it is now, read as the asker.
 */
export async function storedQuotes(
  tx: Tx,
  quotes: readonly { chunkId: string; quote: string }[],
): Promise<StoredQuote[]> {
  const { rows } = await tx.query<StoredQuote>(
    `select q.n::int - 1 as index, c.text as "chunkText", c.text_hash as "textHash"
       from unnest($1::bigint[], $2::text[]) with ordinality as q (chunk_id, quote, n)
       join public.search_chunks c on c.id = q.chunk_id and strpos(c.text, q.quote) > 0
      where case c.item_kind
        when 'article' then exists (
          select from public.articles a where a.id = c.item_id and strpos(a.content_text, q.quote) > 0)
        when 'note' then exists (
          select from public.notes n
           where n.id = c.item_id and n.trashed_at is null
             and (strpos(n.text, q.quote) > 0 or strpos(n.summary, q.quote) > 0 or exists (
               select from public.cues k
                where k.user_id = n.user_id and k.note_id = n.id and k.removed_at is null and strpos(k.text, q.quote) > 0)))
        when 'highlight' then exists (
          select from public.highlights h
           where h.id = c.item_id and (strpos(h.locator ->> 'quote', q.quote) > 0 or strpos(h.comment, q.quote) > 0))
        else false
      end
      order by q.n`,
    [quotes.map((quote) => quote.chunkId), quotes.map((quote) => quote.quote)],
  );
  return rows;
}
