import './note-editor.css';
import { useLocation } from '@tanstack/react-router';
import { type Editor, EditorContent } from '@tiptap/react';
import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { NoteSession } from '../../data/note-sync/note-session.ts';
import { locatorFromHash } from '../../lib/locator-link.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { placePassages } from './cue-places.ts';
import { HighlightPanel } from './highlight-panel.tsx';
import { NoteMenu } from './note-menu.tsx';
import { NoteTitle } from './note-title.tsx';
import { NoteToolbar } from './note-toolbar.tsx';
import { quoteContent } from './quote-node.ts';
import { SaveStatus } from './save-status.tsx';
import { addCue, addCueAtSelection, isMounted, useCueAlignment } from './use-cue-column.ts';
import { useNoteCommands } from './use-note-commands.ts';
import { insertQuoteAt, type NoteEditors, useNoteEditors } from './use-note-editors.ts';
import { useNoteView } from './use-note-session.ts';
import { WikilinkMenu } from './wikilink-menu.tsx';
import { WordCount } from './word-count.tsx';

type Part = 'notes' | 'cues' | 'summary' | 'source';

interface NoteEditorProps {
  session: NoteSession;
  noteId: string;
  /** Beside the state of saving. */
  actions?: ReactNode;
  onTags: () => void;
}

/** The note in its editors. */
export const NoteEditor = memo(function NoteEditor(props: NoteEditorProps) {
  const addCueHere = useRef(() => {});
  const { editors, menu } = useNoteEditors(props.session, () => addCueHere.current());
  return editors ? (
    <>
      <CornellPage {...props} editors={editors} addCueHere={addCueHere} />
      <WikilinkMenu menu={menu} />
    </>
  ) : null;
});

interface CornellPageProps extends NoteEditorProps {
  editors: NoteEditors;
  /** Set here, called by the key for it. */
  addCueHere: RefObject<() => void>;
}

/**
 * A Cornell page: cues beside the notes, the summary below. On a phone one part at a time.
 * What changes while somebody writes (state of saving, words, tools, title) is drawn by its own part: nothing here is.
 */
const CornellPage = memo(function CornellPage(props: CornellPageProps) {
  const { session, noteId, actions, onTags, editors, addCueHere } = props;
  const { notes, summary, cues } = editors;
  const [part, setPart] = useState<Part>('notes');
  const [focused, setFocused] = useState<Editor>(notes);
  const column = useRef<HTMLDivElement>(null);
  useCueAlignment(notes, cues, column);
  useOpenedPlace(notes);
  addCueHere.current = () => {
    setPart('cues');
    void addCueAtSelection(notes, cues);
  };
  const show = (name: Part, className = '') => clsx(className, part !== name && 'max-lg:hidden');
  const articleId = useNoteView(session, 'articleId');
  const newCue = () => addCue(cues, cues.state.doc.content.size, null);
  const { isTrashed, fileNote } = useNoteCommands({
    session,
    noteId,
    summary,
    onAddCue: () => addCueHere.current(),
    onNewCue: () => {
      setPart('cues');
      requestAnimationFrame(newCue);
    },
    onShowSummary: () => setPart('summary'),
    onTags,
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices which text has the focus
    <div
      className="note-page mx-auto grid w-full max-w-7xl gap-4 px-4 pt-4 pb-24 sm:px-6 lg:pb-10"
      onFocus={(event) => {
        const now = [notes, summary].find(
          (editor) => isMounted(editor) && editor.view.dom.contains(event.target as Node),
        );
        if (now) setFocused(now);
      }}
    >
      <header className="grid gap-2">
        <div className="flex items-start gap-1">
          <BackButton parent="/cornell-notes" className="-ms-2.5 md:hidden" />
          <div className="min-w-0 flex-1">
            <NoteTitle session={session} onDone={() => notes.commands.focus('start')} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SaveStatus session={session} />
          <WordCount notes={notes} summary={summary} />
          <div className="-me-1.5 ms-auto flex flex-wrap items-center gap-2">
            {actions}
            <NoteMenu isTrashed={isTrashed} onTags={onTags} onFile={fileNote} />
          </div>
        </div>
        <SegmentedControl
          label="Part of the note"
          className="lg:hidden"
          value={part}
          onValueChange={setPart}
          options={[
            { value: 'notes', label: 'Notes' },
            { value: 'cues', label: 'Cues' },
            { value: 'summary', label: 'Summary' },
            ...(articleId ? [{ value: 'source' as const, label: 'Source' }] : []),
          ]}
        />
      </header>
      <NoteToolbar editor={focused} onAddCue={() => addCueHere.current()} />
      <div className={clsx('grid items-start gap-6', articleId && 'xl:grid-cols-[minmax(0,1fr)_18rem]')}>
        <div className="grid min-w-0 rounded-16 border-line lg:grid-cols-[15rem_minmax(0,1fr)] lg:border lg:bg-surface">
          <section
            aria-labelledby="note-cues"
            className={show('cues', 'note-text note-cues min-w-0 lg:border-e lg:border-line lg:p-4')}
          >
            <h2 id="note-cues" className="mb-2 h-5 text-13 font-semibold text-ink-muted">
              Cues
            </h2>
            <EditorContent editor={cues} />
            <Button look="plain" className="-ms-3 mt-2" onClick={newCue}>
              <Plus aria-hidden className="size-4" />
              New cue
            </Button>
          </section>
          <section aria-labelledby="note-notes" className={show('notes', 'note-text note-body min-w-0 lg:p-4 lg:ps-6')}>
            <h2 id="note-notes" className="mb-2 h-5 text-13 font-semibold text-ink-muted">
              Notes
            </h2>
            <div ref={column} className="max-w-[66ch] [&_.ProseMirror]:min-h-[40dvh]">
              <EditorContent editor={notes} />
            </div>
          </section>
          <section
            aria-labelledby="note-summary"
            className={show('summary', 'note-text min-w-0 lg:col-span-2 lg:border-t lg:border-line lg:p-4')}
          >
            <h2 id="note-summary" className="mb-2 h-5 text-13 font-semibold text-ink-muted">
              Summary
            </h2>
            <div className="max-w-[66ch]">
              <EditorContent editor={summary} />
            </div>
          </section>
        </div>
        {articleId ? (
          <aside aria-label="Source of the note" className={show('source', 'min-w-0')}>
            <HighlightPanel
              articleId={articleId}
              onInsert={(quote) => {
                setPart('notes');
                insertQuoteAt(notes, notes.state.selection.to, quoteContent(quote));
              }}
            />
          </aside>
        ) : null}
      </div>
    </div>
  );
});

/** A link into the note brings its passage into view and selects it. */
function useOpenedPlace(notes: Editor): void {
  // Followed, not only read at the start: an answer about this note leads to places in it.
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const locator = locatorFromHash(hash);
    if (!locator) return;
    let frame = 0;
    const show = () => {
      if (notes.isDestroyed) return;
      if (!isMounted(notes)) {
        frame = requestAnimationFrame(show);
        return;
      }
      const [from] = placePassages(notes.state.doc, [locator]);
      if (typeof from !== 'number') return;
      const to = Math.min(from + locator.quote.length, notes.state.doc.content.size);
      notes.chain().focus().setTextSelection({ from, to }).scrollIntoView().run();
    };
    show();
    return () => cancelAnimationFrame(frame);
  }, [notes, hash]);
}
