import { noteFragments } from '@cairn/contracts/note-document';
import { useNavigate } from '@tanstack/react-router';
import { type AnyExtension, Editor, type EditorOptions } from '@tiptap/core';
import { defaultDeleteFilter, defaultProtectedNodes, ySyncPluginKey } from '@tiptap/y-tiptap';
import { useLayoutEffect, useRef, useState } from 'react';
import type { NoteSession } from '../../data/note-sync/note-session.ts';
import { cueExtensions, proseExtensions } from './editor-extensions.ts';
import { quoteContent, readQuote } from './quote-node.ts';
import { makeLinkedNote, useWikilinkMenu, type WikilinkMenuState } from './use-wikilink-menu.ts';

export type NoteEditors = Record<'notes' | 'summary' | 'cues', Editor>;

/**
 * The three editors of a note: one document, one undo. `onAddCue`: the key for it was pressed in the text.
 * `null` only until the component is there, which is before anything of it is painted. The library's own hook makes its editors while
 * drawing, and on a busy machine makes others in their place when the component comes late: whatever holds the first ones is then dead.
 */
export function useNoteEditors(
  session: NoteSession,
  onAddCue: () => void,
): { editors: NoteEditors | null; menu: WikilinkMenuState } {
  const navigate = useNavigate();
  const { menu, extension: suggest } = useWikilinkMenu(session.noteId);
  const latest = useRef({ onAddCue, navigate });
  latest.current = { onAddCue, navigate };
  const [editors, setEditors] = useState<NoteEditors | null>(null);
  useLayoutEffect(() => {
    const options = optionsOf(
      session,
      suggest,
      () => latest.current.onAddCue(),
      (href) => {
        if (href.startsWith('/')) void latest.current.navigate({ href });
        else window.open(href, '_blank', 'noopener,noreferrer');
      },
    );
    const made: NoteEditors = {
      notes: new Editor(options.notes),
      summary: new Editor(options.summary),
      cues: new Editor(options.cues),
    };
    setEditors(made);
    return () => {
      // What shows them takes leave of them first.
      setTimeout(() => {
        for (const editor of Object.values(made)) editor.destroy();
      });
    };
  }, [session, suggest]);
  return { editors, menu };
}

function optionsOf(
  session: NoteSession,
  suggest: AnyExtension,
  onAddCue: () => void,
  follow: (href: string) => void,
): Record<'notes' | 'summary' | 'cues', Partial<EditorOptions>> {
  const scope = Object.values(noteFragments).map((name) => session.doc.getXmlFragment(name));
  const undoManager = session.undoManager(scope, ySyncPluginKey, (item) =>
    defaultDeleteFilter(item, defaultProtectedNodes),
  );
  const shared = (name: keyof typeof noteFragments) => ({
    fragment: session.doc.getXmlFragment(noteFragments[name]),
    undoManager,
    suggest,
    onAddCue,
  });
  const base = (label: string): Partial<EditorOptions> => ({
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', spellcheck: 'true', dir: 'auto' },
      handleDOMEvents: {
        // Before the browser follows it: inside the app a link is a navigation.
        click: (view, event) => {
          const link = (event.target as Element | null)?.closest?.('a');
          if (!link || !view.dom.contains(link)) return false;
          event.preventDefault();
          const title = link.dataset.wikilink;
          const href = link.getAttribute('href') ?? '#';
          const owner = (view.dom as unknown as { editor?: Editor }).editor;
          if (title !== undefined && !link.dataset.targetId) {
            if (owner) void makeLinkedNote(owner, title).then((id) => follow(`/note/${id}`));
          } else if (/^(?:https?:|mailto:|\/(?!\/))/iu.test(href)) follow(href);
          return true;
        },
      },
      // The schema drops these anyway; but while pasted text is being read, the browser would report each one.
      transformPastedHTML: withoutHandlers,
      handleDrop: (view, event) => {
        const quote = readQuote(event.dataTransfer);
        const owner = (view.dom as unknown as { editor?: Editor }).editor;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (!quote || !owner || !place) return false;
        event.preventDefault();
        return insertQuoteAt(owner, place.pos, quoteContent(quote));
      },
    },
  });

  return {
    notes: {
      ...base('Notes'),
      extensions: proseExtensions(shared('notes'), 'Write, or type [[ to link. Markdown works.'),
    },
    summary: {
      ...base('Summary'),
      extensions: proseExtensions(shared('summary'), 'What it comes down to, in your own words'),
    },
    cues: { ...base('Cues'), extensions: cueExtensions(shared('cues')) },
  };
}

/** Between blocks, never inside a paragraph: behind the outermost block of the place. */
export function insertQuoteAt(editor: Editor, position: number, content: ReturnType<typeof quoteContent>): boolean {
  const place = editor.state.doc.resolve(position);
  const block = place.depth > 0 ? place.node(1) : null;
  const isBlank = block?.type.name === 'paragraph' && block.content.size === 0;
  const from = place.depth > 0 ? place.before(1) : position;
  const to = place.depth > 0 ? place.after(1) : position;
  return editor
    .chain()
    .insertContentAt(isBlank ? { from, to } : to, [content, { type: 'paragraph' }])
    .focus()
    .run();
}

const withoutHandlers = (html: string): string =>
  html.replace(/<[^>]*>/gu, (tag) => tag.replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/giu, ''));
