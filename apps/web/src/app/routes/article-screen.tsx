import { AskPanel } from '../../features/ask/ask-panel.tsx';
import { HighlightLayer } from '../../features/highlights/highlight-layer.tsx';
import { HighlightList } from '../../features/highlights/highlight-list.tsx';
import { ReaderScreen } from '../../features/reader/reader-screen.tsx';

/** The reader with its highlights, and questions about the text. */
export function ArticleScreen() {
  return (
    <ReaderScreen
      layer={(view, openHighlights) => <HighlightLayer view={view} onOpenList={openHighlights} />}
      highlights={(view, onJump) => <HighlightList view={view} onJump={onJump} />}
      ask={(view, onJump) => <AskPanel about={{ itemKind: 'article', itemId: view.articleId }} onOpenPlace={onJump} />}
    />
  );
}
