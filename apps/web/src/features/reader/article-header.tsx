import { useEffect, useRef } from 'react';
import type { Article } from '../../data/articles.ts';
import { formatDay } from '../../lib/dates.ts';

export function ArticleHeader({ article }: { article: Article }) {
  const heading = useRef<HTMLHeadingElement>(null);

  // Loaded after the screen opened: the heading was not there yet when the focus was moved.
  useEffect(() => {
    const { activeElement } = document;
    const nowhere = !activeElement || activeElement === document.body || activeElement.localName === 'main';
    if (nowhere && !window.location.hash) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <header className="mb-8 grid gap-3">
      <h1
        ref={heading}
        tabIndex={-1}
        lang={article.language ?? undefined}
        dir={article.direction ?? 'auto'}
        className="font-serif text-28 font-semibold tracking-tight text-balance wrap-anywhere sm:text-36"
      >
        {article.title}
      </h1>
      <Details article={article} />
      {article.lead_image_url && !article.content_html.includes(article.lead_image_url) ? (
        <img
          src={article.lead_image_url}
          alt=""
          loading="eager"
          referrerPolicy="no-referrer"
          className="mt-5 aspect-2/1 w-full rounded-16 bg-line object-cover"
          onError={(event) => event.currentTarget.remove()}
        />
      ) : null}
    </header>
  );
}

function Details({ article }: { article: Article }) {
  const { byline, site_name: site, published_at: publishedAt, reading_minutes: minutes } = article;
  if (!byline && !site && !publishedAt && !minutes) return null;
  return (
    <ul
      dir={article.direction ?? undefined}
      className="flex flex-wrap gap-x-4 gap-y-1 font-sans text-14 text-ink-muted tabular-nums"
    >
      {byline ? <li dir="auto">{byline}</li> : null}
      {site ? <li dir="auto">{site}</li> : null}
      {publishedAt ? (
        <li dir="ltr">
          <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
        </li>
      ) : null}
      {minutes ? <li dir="ltr">{minutes} min read</li> : null}
    </ul>
  );
}
