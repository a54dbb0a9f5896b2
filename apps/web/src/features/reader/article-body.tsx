import type { Locator } from '@cairn/contracts/locator';
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Article } from '../../data/articles.ts';
import { Banner } from '../../ui/banner.tsx';
import { prepareArticleHtml } from './article-html.ts';
import { passageRange, showPassage } from './show-passage.ts';

interface ArticleBodyProps {
  article: Article;
  /** The place to open, if the address names one. */
  locator: Locator | undefined;
}

type Passage = 'none' | 'shown' | 'gone';

export function ArticleBody({ article, locator }: ArticleBodyProps) {
  const root = useRef<HTMLDivElement>(null);
  const [passage, setPassage] = useState<Passage>('none');
  const html = useMemo(() => ({ __html: prepareArticleHtml(article.content_html) }), [article.content_html]);

  useEffect(() => {
    const element = root.current;
    if (!element || !locator) {
      setPassage('none');
      return;
    }
    const range = passageRange(element, locator);
    setPassage(range ? 'shown' : 'gone');
    if (!range) return;
    let unmark: (() => void) | undefined;
    // After the router has restored its scroll position and moved the focus for the new screen.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => (unmark = showPassage(element, range))));
    return () => {
      cancelAnimationFrame(frame);
      unmark?.();
    };
  }, [locator]);

  return (
    <>
      <p role="status" className="sr-only">
        {passage === 'shown' ? 'Opened at the passage' : ''}
      </p>
      {passage === 'gone' ? (
        <Banner tone="warning" title="The passage is gone" className="mb-6">
          It is no longer in this text. The article is shown from its beginning.
        </Banner>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only links inside are acted on, and they fire click for the keyboard too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        ref={root}
        data-testid="article-text"
        className="prose"
        lang={article.language ?? undefined}
        dir={article.direction ?? 'auto'}
        onClick={followInside}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server and again by prepareArticleHtml
        dangerouslySetInnerHTML={html}
      />
    </>
  );
}

/** A link to a place in the same article moves there without touching the address, which belongs to the router. */
function followInside(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!href?.startsWith('#')) return;
  event.preventDefault();
  const target = event.currentTarget.querySelector<HTMLElement>(
    `[id="${CSS.escape(decodeURIComponent(href.slice(1)))}"]`,
  );
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus();
  target.scrollIntoView({ block: 'start' });
}
