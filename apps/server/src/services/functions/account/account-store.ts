import type { UserActor } from '../../../kernel/actor.ts';
import type { Db } from '../../../platform/db/db.ts';

export interface NoteForExport {
  id: string;
  title: string;
  created_at: string;
  updated_at: string;
  trashed_at: string | null;
  article_title: string | null;
  article_url: string | null;
  document: Uint8Array | null;
  updates: Uint8Array[];
  tags: string[];
}

export interface ArticleForExport {
  id: string;
  title: string;
  url: string;
  byline: string | null;
  site_name: string | null;
  published_at: string | null;
  created_at: string;
  language: string | null;
  content_html: string;
  content_text: string;
  tags: string[];
  highlights: { quote: string; colour: string; comment: string | null }[];
}

const tagsOf = (kind: 'note' | 'article', id: string): string =>
  `array(select g.name from public.item_tags i join public.tags g on g.id = i.tag_id
         where i.item_kind = '${kind}' and i.item_id = ${id} order by lower(g.name))`;

/** Everything is read as the person: row-level security decides what belongs to the account. */
export function createAccountStore(db: Db) {
  const read = async <Row>(actor: UserActor, sql: string, params: readonly unknown[]): Promise<Row[]> =>
    (await db.statementAsActor<Row>(actor, sql, params, { readOnly: true })).rows;

  return {
    rowPage: (actor: UserActor, sql: string, after: string, limit: number) =>
      read<{ export_key: string; row: unknown }>(actor, sql, [after, limit]),

    idPage: (actor: UserActor, table: 'notes' | 'articles', after: string, limit: number) =>
      read<{ id: string }>(
        actor,
        `select id::text from public.${table} where id::text > $1 order by id::text limit $2`,
        [after, limit],
      ),

    findNote: async (actor: UserActor, id: string) =>
      (
        await read<NoteForExport>(
          actor,
          `select n.id::text, n.title, n.created_at::text, n.updated_at::text, n.trashed_at::text, n.document,
             a.title as article_title, a.url as article_url, ${tagsOf('note', 'n.id')} as tags,
             array(select u.update from public.note_updates u
                   where u.note_id = n.id and u.seq > n.document_seq order by u.seq limit 2000) as updates
           from public.notes n left join public.articles a on a.id = n.article_id where n.id = $1`,
          [id],
        )
      )[0],

    findArticle: async (actor: UserActor, id: string) =>
      (
        await read<ArticleForExport>(
          actor,
          `select a.id::text, a.title, a.url, a.byline, a.site_name, a.published_at::text, a.created_at::text, a.language,
             a.content_html, a.content_text, ${tagsOf('article', 'a.id')} as tags,
             coalesce((select jsonb_agg(jsonb_build_object('quote', h.locator ->> 'quote', 'colour', h.colour, 'comment', h.comment)
                                        order by h.created_at)
                       from (select * from public.highlights where article_id = a.id order by created_at limit 5000) h), '[]') as highlights
           from public.articles a where a.id = $1`,
          [id],
        )
      )[0],

    findOwnAccount: async (actor: UserActor) =>
      (
        await read<{ email: string | null; avatar_path: string | null }>(
          actor,
          'select email, avatar_path from public.profiles where id = $1',
          [actor.userId],
        )
      )[0],

    /** Repeating it keeps the first date. `isNew`: it was not asked before. */
    requestDeletion: (userId: string) =>
      db.asSystem('accounts', async (tx) => {
        const { rowCount } = await tx.query(
          'insert into public.account_deletions (user_id) values ($1) on conflict (user_id) do nothing',
          [userId],
        );
        const { rows } = await tx.query<{ due_at: Date }>(
          'select due_at from public.account_deletions where user_id = $1',
          [userId],
        );
        return { dueAt: rows[0]?.due_at, isNew: rowCount === 1 };
      }),

    cancelDeletion: (userId: string) =>
      db.asSystem('accounts', (tx) => tx.query('delete from public.account_deletions where user_id = $1', [userId])),

    deleteDueAccounts: (most: number) =>
      db.asSystem('accounts', async (tx) => {
        const { rows } = await tx.query<{ id: string }>('select id::text from private.delete_due_accounts($1) as id', [
          most,
        ]);
        return rows.map(({ id }) => id);
      }),
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
