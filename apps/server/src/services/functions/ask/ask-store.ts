import type { ItemKind, Locator } from '@cairn/contracts/locator';
import type { NoteFragment } from '@cairn/contracts/note-document';
import type { Tx } from '../../../platform/db/db.ts';
import { searchableQuestion } from './domain/searchable-question.ts';

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
    [searchableQuestion(question), about?.itemKind ?? null, about?.itemId ?? null, most],
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
  /** Of a note: where in its document the quote stands. */
  fragment: NoteFragment | null;
  /** Of a highlight: its article, the place it marks, and the passage of the article that holds the quote, if it is not of the comment. */
  marked: { articleId: string; locator: Locator; passage: { text: string; textHash: string } | null } | null;
}

/**
 * Of the quotes, those that stand word for word both in the indexed chunk and in the item as it is now, read as the asker.
 */
export async function storedQuotes(
  tx: Tx,
  quotes: readonly { chunkId: string; quote: string }[],
): Promise<StoredQuote[]> {
  const { rows } = await tx.query<StoredQuote>(
    `select q.n::int - 1 as index, c.text as "chunkText", c.text_hash as "textHash", note.fragment,
            case when h.id is not null then jsonb_build_object('articleId', h.article_id, 'locator', h.locator, 'passage', (
              select jsonb_build_object('text', p.text, 'textHash', p.text_hash)
                from public.search_chunks p
               where p.user_id = h.user_id and p.item_kind = 'article' and p.item_id = h.article_id
                 and strpos(h.locator ->> 'quote', q.quote) > 0 and strpos(p.text, q.quote) > 0
               -- The words may stand in several passages: the one that was marked comes first.
               order by p.text_hash = h.locator ->> 'chunkHash' desc, p.ordinal
               limit 1)) end as marked
       from unnest($1::bigint[], $2::text[]) with ordinality as q (chunk_id, quote, n)
       join public.search_chunks c on c.id = q.chunk_id and strpos(c.text, q.quote) > 0
       left join public.highlights h on c.item_kind = 'highlight' and h.id = c.item_id
        and (strpos(h.locator ->> 'quote', q.quote) > 0 or strpos(h.comment, q.quote) > 0)
       left join lateral (
         -- The chunk tells apart the same words in two parts of a note.
         select f.fragment
           from public.notes n
           cross join lateral (
             select 'notes' as fragment, n.text as body, 1 as place
             union all select 'summary', n.summary, 2
             union all
             select 'cues', k.text, 3 from public.cues k
              where k.user_id = n.user_id and k.note_id = n.id and k.removed_at is null
           ) as f
          where c.item_kind = 'note' and n.id = c.item_id and n.trashed_at is null and strpos(f.body, q.quote) > 0
          order by strpos(f.body, c.text) > 0 desc, f.place
          limit 1
       ) as note on true
      where case c.item_kind
        when 'article' then exists (
          select from public.articles a where a.id = c.item_id and strpos(a.content_text, q.quote) > 0)
        when 'note' then note.fragment is not null
        when 'highlight' then h.id is not null
        else false
      end
      order by q.n`,
    [quotes.map((quote) => quote.chunkId), quotes.map((quote) => quote.quote)],
  );
  return rows;
}
