import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Highlighter, List, MessageCircleQuestion, PanelRight } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Article } from '../../data/articles.ts';
import type { ArticleView } from '../../lib/article-view.ts';
import { locatorFromHash } from '../../lib/locator-link.ts';
import { useMedia } from '../../lib/use-media.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Page, useDocumentTitle } from '../../ui/page.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleHeader } from './article-header.tsx';
import { ContentsList } from './contents-list.tsx';
import { ReaderBar } from './reader-bar.tsx';
import { ReaderPanel } from './reader-panel.tsx';
import { articleQuery } from './reader-queries.ts';
import { changeReadingSettings, textStyle, useReadingSettings, widths } from './reading-settings.ts';
import { SettingsPopover } from './settings-popover.tsx';
import { showPassage } from './show-passage.ts';
import { useArticleState } from './use-article-state.ts';
import { useDeleteArticle } from './use-delete-article.ts';
import { useProgress } from './use-progress.ts';
import { useReaderCommands } from './use-reader-commands.ts';
import { useReaderKeys } from './use-reader-keys.ts';
import { useReadingPosition } from './use-reading-position.ts';

export interface ReaderScreenProps {
  /** What lies on the text. */
  layer: (view: ArticleView, openHighlights: () => void) => ReactNode;
  /** `onJump`: called when the text is shown at a place; a sheet that covers it closes. */
  highlights: (view: ArticleView, onJump: (() => void) | undefined) => ReactNode;
  ask: (view: ArticleView, onJump: (() => void) | undefined) => ReactNode;
  onTags: () => void;
}

export function ReaderScreen(props: ReaderScreenProps) {
  const { articleId } = useParams({ from: '/signed-in/article/$articleId' });
  const article = useQuery(articleQuery(articleId));

  if (article.data) return <Reader key={articleId} article={article.data} {...props} />;
  if (article.data === null) {
    return (
      <Page title="Article not found" back="/pkm-hub">
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
      <WhileAwaited query={article}>
        <SkeletonText label="Loading the article" />
      </WhileAwaited>
    </div>
  );
}

function Reader({ article, layer, highlights, ask, onTags }: { article: Article } & ReaderScreenProps) {
  const hash = useLocation({ select: (location) => location.hash });
  const locator = useMemo(() => locatorFromHash(hash), [hash]);
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const settings = useReadingSettings();
  const wide = useMedia('(min-width: 75rem)');
  const [sheet, setSheet] = useState(false);
  const [tab, setTab] = useState('contents');
  const [showsSettings, setShowsSettings] = useState(false);
  const filing = useArticleState(article);
  const fraction = useProgress(root);
  useDocumentTitle(article.title);

  const { id, title } = article;
  const view = useMemo<ArticleView | null>(
    () => (root ? { articleId: id, title, root, goTo: (range) => void goTo(root, range) } : null),
    [root, id, title],
  );
  const restored = useReadingPosition(view, locator !== undefined, filing.startReading);

  const open = wide ? settings.panel : sheet;
  const setOpen = useCallback(
    (next: boolean) => (wide ? changeReadingSettings({ panel: next }) : setSheet(next)),
    [wide],
  );
  const show = useCallback(
    (next: string) => {
      setTab(next);
      setOpen(true);
    },
    [setOpen],
  );
  useReaderKeys(view, { onContents: useCallback(() => show('contents'), [show]) });
  const deleteArticle = useDeleteArticle();
  const navigate = useNavigate();
  const remove = () => {
    deleteArticle(article);
    void navigate({ to: '/pkm-hub' });
  };
  useReaderCommands({
    article,
    root,
    filing,
    onPanel: show,
    onSettings: () => setShowsSettings(true),
    onTags,
    onDelete: remove,
  });

  const afterJump = wide ? undefined : () => setSheet(false);
  const panelButtons = wide ? (
    <IconButton
      label="Panel"
      pressed={settings.panel}
      icon={<PanelRight aria-hidden className="rtl:-scale-x-100" />}
      onClick={() => changeReadingSettings({ panel: !settings.panel })}
    />
  ) : (
    <>
      <IconButton label="Contents" icon={<List aria-hidden />} onClick={() => show('contents')} />
      <IconButton label="Highlights" icon={<Highlighter aria-hidden />} onClick={() => show('highlights')} />
      <IconButton label="Ask" icon={<MessageCircleQuestion aria-hidden />} onClick={() => show('ask')} />
    </>
  );

  return (
    <>
      <ReaderBar
        article={article}
        fraction={fraction}
        filing={filing}
        settings={<SettingsPopover open={showsSettings} onOpenChange={setShowsSettings} />}
        onTags={onTags}
        onDelete={remove}
        panelButtons={panelButtons}
      />
      <p role="status" className="sr-only">
        {restored ? 'Continued where you stopped reading' : ''}
      </p>
      <div className="flex">
        <article className="min-w-0 flex-1 px-4 py-8 sm:px-6 sm:py-12" style={textStyle(settings)}>
          <div className="mx-auto" style={{ maxWidth: `${widths[settings.width]}ch` }}>
            <ArticleHeader article={article} />
            <ArticleBody article={article} locator={locator} root={root} onRoot={setRoot} style={textStyle(settings)} />
          </div>
        </article>
        {view ? (
          <ReaderPanel
            wide={wide}
            open={open}
            onOpenChange={setOpen}
            tab={tab}
            onTab={setTab}
            tabs={[
              { value: 'contents', label: 'Contents', content: <ContentsList root={view.root} onJump={afterJump} /> },
              { value: 'highlights', label: 'Highlights', content: highlights(view, afterJump) },
              { value: 'ask', label: 'Ask', content: ask(view, afterJump) },
            ]}
          />
        ) : null}
      </div>
      {view ? layer(view, () => show('highlights')) : null}
    </>
  );
}

/** Without the marks of an opened place: what is jumped to has a colour of its own. */
function goTo(root: HTMLElement, range: Range): void {
  showPassage(root, range, false);
}
