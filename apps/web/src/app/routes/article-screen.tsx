import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { AskPanel } from '../../features/ask/ask-panel.tsx';
import { HighlightLayer } from '../../features/highlights/highlight-layer.tsx';
import { HighlightList } from '../../features/highlights/highlight-list.tsx';
import { ReaderScreen } from '../../features/reader/reader-screen.tsx';

const ItemTagsDialog = lazy(() =>
  import('../../features/library/item-tags-dialog.tsx').then((module) => ({ default: module.ItemTagsDialog })),
);

/** The reader with its highlights, its tags, and questions about the text. */
export function ArticleScreen() {
  const { articleId } = useParams({ from: '/signed-in/article/$articleId' });
  const [tagging, setTagging] = useState<boolean>();
  return (
    <>
      <ReaderScreen
        layer={(view, openHighlights) => <HighlightLayer view={view} onOpenList={openHighlights} />}
        highlights={(view, onJump) => <HighlightList view={view} onJump={onJump} />}
        ask={(view, onJump) => (
          <AskPanel about={{ itemKind: 'article', itemId: view.articleId }} onOpenPlace={onJump} />
        )}
        onTags={useCallback(() => setTagging(true), [])}
      />
      {tagging === undefined ? null : (
        <Suspense>
          <ItemTagsDialog
            item={{ kind: 'article', id: articleId }}
            title="Tags of this article"
            open={tagging}
            onOpenChange={setTagging}
          />
        </Suspense>
      )}
    </>
  );
}
