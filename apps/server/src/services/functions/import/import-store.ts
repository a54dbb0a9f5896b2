import type { UserActor } from '../../../kernel/actor.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { ExtractedArticle } from './extraction/article-extractor.ts';

export interface ImportRunRow {
  id: string;
  status: 'running' | 'imported' | 'duplicate' | 'failed' | 'cancelled';
  requested_url: string;
  article_id: string | null;
  article_title: string | null;
  error_code: string | null;
  error_message: string | null;
  /** Older than any import lasts: whoever ran it is gone. */
  abandoned: boolean;
}

export interface ArticleRef {
  id: string;
  title: string;
}

export interface SavedArticle extends ArticleRef {
  /** False: it was there already. */
  isNew: boolean;
}

/** Articles and runs are written by the server (`service_role`); what a user may see is read as that user. */
export function createImportStore(db: Db) {
  return {
    /** The actor's own run, or null. */
    findRun(actor: UserActor, id: string, maxAgeMs: number): Promise<ImportRunRow | null> {
      return db.asActor(
        actor,
        async (tx) => {
          const { rows } = await tx.query<ImportRunRow>(
            `select r.id, r.status, r.requested_url, r.article_id, a.title as article_title, r.error_code, r.error_message,
                  r.updated_at < now() - $2 * interval '1 millisecond' as abandoned
             from public.import_runs r left join public.articles a on a.id = r.article_id and a.user_id = r.user_id
            where r.id = $1`,
            [id, maxAgeMs],
          );
          return rows[0] ?? null;
        },
        { readOnly: true },
      );
    },

    findArticle(actor: UserActor, canonicalUrl: string): Promise<ArticleRef | null> {
      return db.asActor(
        actor,
        async (tx) => {
          const { rows } = await tx.query<ArticleRef>(
            'select id, title from public.articles where user_id = $1 and canonical_url = $2',
            [actor.userId, canonicalUrl],
          );
          return rows[0] ?? null;
        },
        { readOnly: true },
      );
    },

    /**
     * Makes the run before anything is fetched, or takes up a cancelled or abandoned one. False: the id is taken by a run
     * that is under way or done (or is somebody else's).
     */
    startRun(userId: string, run: { id: string; url: string; maxAgeMs: number }): Promise<boolean> {
      return db.asSystem('import', async (tx) => {
        const { rowCount } = await tx.query(
          `insert into public.import_runs (id, user_id, kind, requested_url, status) values ($1, $2, 'article', $3, 'running')
           on conflict (id) do update
             set status = 'running', finished_at = null, requested_url = excluded.requested_url
             where import_runs.user_id = excluded.user_id
               and (import_runs.status = 'cancelled'
                 or (import_runs.status = 'running' and import_runs.updated_at < now() - $4 * interval '1 millisecond'))`,
          [run.id, userId, run.url, run.maxAgeMs],
        );
        return rowCount === 1;
      });
    },

    /** A run that found its article before fetching anything. */
    recordDuplicate(userId: string, run: { id: string; url: string }, articleId: string): Promise<void> {
      return db.asSystem('import', async (tx) => {
        await tx.query(
          `insert into public.import_runs (id, user_id, kind, requested_url, status, article_id, finished_at)
           values ($1, $2, 'article', $3, 'duplicate', $4, now())
           on conflict (id) do update set status = 'duplicate', article_id = excluded.article_id, finished_at = now()
             where import_runs.user_id = excluded.user_id and import_runs.status = 'cancelled'`,
          [run.id, userId, run.url, articleId],
        );
      });
    },

    /**
     * Stores the article and closes its run, both or neither. The unique index decides between two imports of one page.
     * Null: the run is no longer running (given up elsewhere), and nothing was stored. `onNew` belongs to the same transaction.
     */
    saveArticle(
      userId: string,
      runId: string,
      url: string,
      article: ExtractedArticle,
      onNew: (tx: Tx) => Promise<void>,
    ): Promise<SavedArticle | null> {
      return db.asSystem('import', async (tx) => {
        // Locked first: closing the run elsewhere and storing its article cannot both happen.
        const run = await tx.query(
          `select 1 from public.import_runs where id = $1 and user_id = $2 and status = 'running' for update`,
          [runId, userId],
        );
        if (run.rowCount === 0) return null;
        const inserted = await tx.query<ArticleRef>(
          `insert into public.articles (user_id, title, url, canonical_url, byline, site_name, published_at, language, direction,
                                        excerpt, lead_image_url, content_html, content_text, word_count, reading_minutes, import_run_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
           on conflict (user_id, canonical_url) do nothing
           returning id, title`,
          [
            userId,
            article.title,
            url,
            article.canonicalUrl,
            article.byline,
            article.siteName,
            article.publishedAt,
            article.language,
            article.direction,
            article.excerpt,
            article.leadImageUrl,
            article.contentHtml,
            article.contentText,
            article.wordCount,
            article.readingMinutes,
            runId,
          ],
        );
        const isNew = inserted.rowCount === 1;
        const saved =
          inserted.rows[0] ??
          (
            await tx.query<ArticleRef>(
              'select id, title from public.articles where user_id = $1 and canonical_url = $2 for key share',
              [userId, article.canonicalUrl],
            )
          ).rows[0];
        // Deleted between the two statements: as rare as it is, the next attempt imports it.
        if (!saved) return null;
        await tx.query(
          `update public.import_runs set status = $3, article_id = $4, finished_at = now() where id = $1 and user_id = $2`,
          [runId, userId, isNew ? 'imported' : 'duplicate', saved.id],
        );
        if (isNew) await onNew(tx);
        return { ...saved, isNew };
      });
    },

    failRun(userId: string, runId: string, code: string, message: string): Promise<void> {
      return db.asSystem('import', async (tx) => {
        await tx.query(
          `update public.import_runs set status = 'failed', error_code = $3, error_message = $4, finished_at = now()
            where id = $1 and user_id = $2 and status = 'running'`,
          [runId, userId, code, message.slice(0, 2000)],
        );
      });
    },

    cancelRun(userId: string, runId: string): Promise<void> {
      return db.asSystem('import', async (tx) => {
        await tx.query(
          `update public.import_runs set status = 'cancelled', finished_at = now()
            where id = $1 and user_id = $2 and status = 'running'`,
          [runId, userId],
        );
      });
    },

    /** Closes runs whose process is gone; returns how many. */
    failAbandonedRuns(olderThanMs: number, message: string): Promise<number> {
      return db.asSystem('import', async (tx) => {
        const { rowCount } = await tx.query(
          `update public.import_runs
              set status = 'failed', error_code = 'import_extraction_failed', error_message = $2, finished_at = now()
            where status = 'running' and updated_at <= now() - $1 * interval '1 millisecond'`,
          [olderThanMs, message],
        );
        return rowCount;
      });
    },
  };
}

export type ImportStore = ReturnType<typeof createImportStore>;
