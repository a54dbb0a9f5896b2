import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Article } from '../../data/articles.ts';
import { formatDay } from '../../lib/dates.ts';
import { locatorFromHash } from '../../lib/locator-link.ts';
import { deleteArticleSoon } from '../../runtime/article-deletions.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { Page, useDocumentTitle } from '../../ui/page.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { ArticleBody } from './article-body.tsx';
import { articleQuery } from './reader-queries.ts';

export function ReaderScreen() {
  const { articleId } = useParams({ from: '/signed-in/article/$articleId' });
  const article = useQuery(articleQuery(articleId));

  if (article.data) return <Reader key={articleId} article={article.data} />;
  if (article.data === null) {
    return (
      <Page title="Article not found">
        <EmptyState
          action={
            <Link to="/pkm-hub" className={buttonClass('primary')}>
              Go to PKM Hub
            </Link>
          }
        >
          There is no such article in your library. It may have been deleted.
        </EmptyState>
      </Page>
    );
  }
  return (
    <div className="mx-auto w-full max-w-[70ch] px-4 py-8 sm:px-6 sm:py-12">
      <QueryProblem query={article} what="this article" />
      {article.isPending && article.fetchStatus !== 'paused' ? <SkeletonText label="Loading the article" /> : null}
    </div>
  );
}

function Reader({ article }: { article: Article }) {
  const hash = useLocation({ select: (location) => location.hash });
  const locator = useMemo(() => locatorFromHash(hash), [hash]);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(article.title);

  // Loaded after the screen opened: the heading was not there yet when the focus was moved.
  useEffect(() => {
    const { activeElement } = document;
    const nowhere = !activeElement || activeElement === document.body || activeElement.localName === 'main';
    if (nowhere && !locatorFromHash(window.location.hash)) heading.current?.focus({ preventScroll: true });
  }, []);

  const remove = () => {
    deleteArticleSoon({ id: article.id, title: article.title });
    void navigate({ to: '/pkm-hub' });
  };

  return (
    <article className="mx-auto w-full max-w-[calc(66ch+3rem)] px-4 py-8 font-serif sm:px-6 sm:py-12">
      <header className="mb-8 grid gap-3 font-sans">
        <nav aria-label="Back">
          <Link to="/pkm-hub" className={`${textLinkClass} text-14`}>
            PKM Hub
          </Link>
        </nav>
        <h1
          ref={heading}
          tabIndex={-1}
          lang={article.language ?? undefined}
          dir={article.direction ?? 'auto'}
          className="font-serif text-28 font-semibold tracking-tight text-balance sm:text-36"
        >
          {article.title}
        </h1>
        <Details article={article} />
        <div className="flex flex-wrap gap-2">
          <a href={article.url} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
            Original page
          </a>
          <Button look="danger" onClick={remove}>
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        </div>
      </header>
      {article.lead_image_url && !article.content_html.includes(article.lead_image_url) ? (
        <img
          src={article.lead_image_url}
          alt=""
          loading="eager"
          referrerPolicy="no-referrer"
          className="mb-8 aspect-2/1 w-full rounded-16 bg-line object-cover"
          onError={(event) => event.currentTarget.remove()}
        />
      ) : null}
      <ArticleBody article={article} locator={locator} />
    </article>
  );
}

function Details({ article }: { article: Article }) {
  const { byline, site_name: site, published_at: publishedAt, reading_minutes: minutes } = article;
  if (!byline && !site && !publishedAt && !minutes) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-ink-muted tabular-nums">
      {byline ? <li dir="auto">{byline}</li> : null}
      {site ? <li dir="auto">{site}</li> : null}
      {publishedAt ? (
        <li>
          <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
        </li>
      ) : null}
      {minutes ? <li>{minutes} min read</li> : null}
    </ul>
  );
}
