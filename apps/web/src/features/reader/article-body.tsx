import type { Locator } from '@cairn/contracts/locator';
import { CornerUpLeft } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type Ref, useEffect, useMemo, useState } from 'react';
import type { Article } from '../../data/articles.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { prepareArticleHtml } from './article-html.ts';
import { watchPictures } from './missing-pictures.ts';
import { passageRange, showPassage } from './show-passage.ts';

interface ArticleBodyProps {
  article: Article;
  /** The place to open, if the address names one. */
  locator: Locator | undefined;
  /** The element once it holds the text. */
  root: HTMLElement | null;
  onRoot: Ref<HTMLDivElement>;
  style: CSSProperties;
}

type Passage = 'none' | 'shown' | 'changed' | 'gone';

export function ArticleBody({ article, locator, root, onRoot, style }: ArticleBodyProps) {
  const [passage, setPassage] = useState<Passage>('none');
  const [cameFrom, setCameFrom] = useState<HTMLElement | null>(null);
  const html = useMemo(() => ({ __html: prepareArticleHtml(article.content_html) }), [article.content_html]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings other pictures
  useEffect(() => (root ? watchPictures(root) : undefined), [root, html]);

  useEffect(() => {
    if (!root || !locator) {
      setPassage('none');
      return;
    }
    const found = passageRange(root, locator);
    setPassage(found ? (found.changed ? 'changed' : 'shown') : 'gone');
    if (!found) return;
    let unmark: (() => void) | undefined;
    // After the router has restored its scroll position and moved the focus for the new screen.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => (unmark = showPassage(root, found.range))));
    return () => {
      cancelAnimationFrame(frame);
      unmark?.();
    };
  }, [root, locator]);

  const goBack = () => {
    cameFrom?.focus({ preventScroll: true });
    cameFrom?.scrollIntoView({ block: 'center' });
    setCameFrom(null);
  };

  return (
    <>
      <p role="status" className="sr-only">
        {passage === 'shown' || passage === 'changed' ? 'Opened at the passage' : ''}
      </p>
      {passage === 'gone' ? (
        <Banner tone="warning" title="The passage is gone" className="mb-6">
          It is no longer in this text. The article is shown from its beginning.
        </Banner>
      ) : passage === 'changed' ? (
        <Banner tone="info" title="The text changed here" className="mb-6">
          The passage is no longer worded as it was quoted. This is where it stood.
        </Banner>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only links inside are acted on, and they fire click for the keyboard too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        ref={onRoot}
        data-testid="article-text"
        className="prose [&_*]:scroll-mt-8"
        style={style}
        lang={article.language ?? undefined}
        dir={article.direction ?? 'auto'}
        onClick={(event) => {
          const link = followInside(event);
          if (link) setCameFrom(link);
        }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server and again by prepareArticleHtml
        dangerouslySetInnerHTML={html}
      />
      {cameFrom ? (
        <Button
          look="quiet"
          onClick={goBack}
          className="fixed inset-s-4 bottom-[calc(1rem+max(var(--bottom-bar,0px),env(safe-area-inset-bottom)))] z-20 bg-raised shadow-float md:inset-s-[calc(var(--sidebar-width)+1rem)]"
        >
          <CornerUpLeft aria-hidden className="size-4" />
          Back to where you were
        </Button>
      ) : null}
    </>
  );
}

/**
 * A link to a place in the same article (a footnote) moves there without touching the address, which belongs to the router.
 * Returns the link that was followed.
 */
function followInside(event: MouseEvent<HTMLElement>): HTMLElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href?.startsWith('#')) return null;
  event.preventDefault();
  const id = CSS.escape(decode(href.slice(1)));
  const target = event.currentTarget.querySelector<HTMLElement>(`[id="${id}"],[name="${id}"]`);
  if (!target) return null;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus();
  target.scrollIntoView({ block: 'start' });
  return link;
}

/** A stray percent sign in an address is no reason to fail. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
