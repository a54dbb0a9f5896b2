import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyExtension, Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { createNote } from '../../data/notes.ts';
import type { TitleMatch } from '../../data/notes-list.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { titlesQuery } from './notes-queries.ts';
import { type OpenWikilink, WikilinkSuggest } from './wikilink-suggest.ts';

export type WikilinkChoice = { kind: 'existing'; match: TitleMatch } | { kind: 'new'; title: string };

export interface WikilinkMenuState {
  open: (OpenWikilink & { editor: Editor }) | null;
  choices: WikilinkChoice[];
  active: number;
  choose: (choice: WikilinkChoice) => void;
}

/** The titles that fit what is written behind `[[`, and what a choice does. One menu serves all parts of the note. */
export function useWikilinkMenu(noteId: string): { menu: WikilinkMenuState; extension: AnyExtension } {
  const [open, setOpen] = useState<WikilinkMenuState['open']>(null);
  const [active, setActive] = useState(0);
  const words = open?.words.trim() ?? '';
  const asked = useDebounced(words, 120);
  const { data } = useQuery({ ...titlesQuery(asked), enabled: open !== null, placeholderData: keepPreviousData });
  // What was found for other words stays on show until the answer is there: it must still fit.
  const fits = (title: string) => title.toLowerCase().includes(words.toLowerCase());
  const matches = (data ?? []).filter(({ id, title }) => id !== noteId && fits(title));
  const isNamed = matches.some(({ title }) => title.toLowerCase() === words.toLowerCase());
  const choices: WikilinkChoice[] = open
    ? [
        ...matches.map((match) => ({ kind: 'existing' as const, match })),
        ...(words !== '' && !isNamed ? [{ kind: 'new' as const, title: words }] : []),
      ]
    : [];

  const choose = (choice: WikilinkChoice) => {
    if (!open) return;
    const { editor, from, to } = open;
    setOpen(null);
    void insertWikilink(editor, { from, to }, choice);
  };
  const state: WikilinkMenuState = { open, choices, active: Math.min(active, choices.length - 1), choose };
  // The plugin is made once; it asks for the state of now.
  const latest = useRef(state);
  latest.current = state;

  const [extension] = useState(() =>
    WikilinkSuggest.configure({
      onChange: (next, editor) => {
        setActive(0);
        setOpen(next ? { ...next, editor } : null);
      },
      onKeyDown: (event) => {
        const { open: now, choices: shown, active: at, choose: take } = latest.current;
        if (event.key === 'Escape' && now) {
          setOpen(null);
          return true;
        }
        if (shown.length === 0) return false;
        if (event.key === 'ArrowDown') setActive((at + 1) % shown.length);
        else if (event.key === 'ArrowUp') setActive((at + shown.length - 1) % shown.length);
        else if (event.key === 'Enter' || event.key === 'Tab') {
          const choice = shown[at];
          if (choice) take(choice);
        } else return false;
        return true;
      },
    }),
  );
  return { menu: state, extension };
}

async function insertWikilink(
  editor: Editor,
  range: { from: number; to: number },
  choice: WikilinkChoice,
): Promise<void> {
  const attrs =
    choice.kind === 'existing'
      ? { title: choice.match.title, targetKind: choice.match.kind, targetId: choice.match.id }
      : { title: choice.title, targetKind: null, targetId: null };
  editor
    .chain()
    .focus()
    .deleteRange(range)
    .insertContentAt(range.from, [
      { type: 'wikilink', attrs },
      { type: 'text', text: ' ' },
    ])
    .run();
  if (choice.kind === 'new') await makeLinkedNote(editor, choice.title);
}

/** Makes the note that a link wishes for, and points all links of that title in this text to it. */
export async function makeLinkedNote(editor: Editor, title: string): Promise<string> {
  const { id } = await createNote({ title });
  if (editor.isDestroyed) return id;
  const { tr, doc } = editor.state;
  doc.descendants((node, position) => {
    if (node.type.name !== 'wikilink' || node.attrs.targetId || node.attrs.title !== title) return;
    tr.setNodeMarkup(position, undefined, { title, targetKind: 'note', targetId: id });
  });
  editor.view.dispatch(tr);
  return id;
}
