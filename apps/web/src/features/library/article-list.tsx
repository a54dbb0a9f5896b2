import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ArticleSummary } from '../../data/articles.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { usePendingDeletions } from '../../runtime/article-deletions.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { cardClass } from '../../ui/links.ts';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { articlesQuery } from './library-queries.ts';

/** The articles, newest first. */
export function ArticleList() {
  const articles = useInfiniteQuery(articlesQuery);
  const deleted = new Set(usePendingDeletions().map(({ id }) => id));
  const rows = articles.data?.pages.flat().filter(({ id }) => !deleted.has(id));
  return (
    <section aria-labelledby="articles" className="grid gap-4">
      <h2 id="articles" className="text-18 font-semibold">
        Your articles
      </h2>
      <QueryProblem query={articles} what="your articles" />
      {articles.isPending && articles.fetchStatus !== 'paused' ? <SkeletonList label="Loading your articles" /> : null}
      {rows?.length === 0 && !articles.hasNextPage ? (
        <EmptyState
          action={
            <Link to="/import" className={buttonClass('primary')}>
              Import an article
            </Link>
          }
        >
          Your library is empty. Bring in an article to read it here, find it again and ask about it.
        </EmptyState>
      ) : null}
      {rows && rows.length > 0 ? (
        <ul className="grid gap-3">
          {rows.map((article) => (
            <ArticleRow key={article.id} article={article} />
          ))}
        </ul>
      ) : null}
      {articles.hasNextPage ? (
        <Button
          look="quiet"
          className="justify-self-center"
          busy={articles.isFetchingNextPage}
          onClick={() => void articles.fetchNextPage()}
        >
          {articles.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </section>
  );
}

function ArticleRow({ article }: { article: ArticleSummary }) {
  const { id, title, site_name: site, reading_minutes: minutes, created_at: savedAt } = article;
  return (
    <li className={`${cardClass} relative grid gap-1.5 transition-colors duration-150 hover:border-line-strong`}>
      <h3
        className="font-serif text-18 font-semibold text-balance"
        lang={article.language ?? undefined}
        dir={article.direction ?? 'auto'}
      >
        {/* The whole card opens the article; the link's name stays its title. */}
        <Link
          to="/article/$articleId"
          params={{ articleId: id }}
          className="line-clamp-3 rounded-6 after:absolute after:inset-0 after:rounded-16"
        >
          {title}
        </Link>
      </h3>
      {article.excerpt ? (
        <p
          className="line-clamp-2 text-14 text-ink-muted"
          lang={article.language ?? undefined}
          dir={article.direction ?? 'auto'}
        >
          {article.excerpt}
        </p>
      ) : null}
      <p className="flex flex-wrap gap-x-2 text-13 text-ink-muted tabular-nums">
        {site ? (
          <>
            <span dir="auto">{site}</span>
            <span aria-hidden="true">·</span>
          </>
        ) : null}
        {minutes ? (
          <>
            <span>{minutes} min read</span>
            <span aria-hidden="true">·</span>
          </>
        ) : null}
        <span>
          Saved{' '}
          <time dateTime={savedAt} title={formatMoment(savedAt)}>
            {formatAgo(savedAt, Date.now())}
          </time>
        </span>
      </p>
    </li>
  );
}
