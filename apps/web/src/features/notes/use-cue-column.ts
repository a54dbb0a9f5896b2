import type { Locator } from '@cairn/contracts/locator';
import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect } from 'react';
import { newId } from '../../lib/new-id.ts';
import { cueAlignmentKey, spacesAbove } from './cue-alignment.ts';
import { readLocator } from './cue-node.ts';
import { locatorOfSelection, placePassages } from './cue-places.ts';

const restMs = 300;
const gapPx = 8;
const desktop = '(width >= 64rem)';

function locatorsOf(cues: Editor): (Locator | null)[] {
  const locators: (Locator | null)[] = [];
  cues.state.doc.forEach((node) => {
    locators.push(readLocator(node.attrs.locator));
  });
  return locators;
}

/** An editor gets its place in the page a moment after it is made; asking for it before that throws. */
export function isMounted(editor: Editor): boolean {
  try {
    return editor.view.dom.isConnected;
  } catch {
    return false;
  }
}

/** Keeps each cue beside its passage, a moment after something moved. */
export function useCueAlignment(notes: Editor, cues: Editor, column: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const align = () => {
      if (notes.isDestroyed || cues.isDestroyed || !window.matchMedia(desktop).matches) return;
      if (!isMounted(notes) || !isMounted(cues)) return soon();
      const locators = locatorsOf(cues);
      const places = placePassages(notes.state.doc, locators);
      const columnTop = notes.view.dom.getBoundingClientRect().top;
      const tops = places.map((position) =>
        position === null
          ? null
          : notes.view.coordsAtPos(Math.min(position, notes.state.doc.content.size)).top - columnTop,
      );
      const heights = [...cues.view.dom.children].slice(0, locators.length).map((child) => child.clientHeight);
      cues.view.dispatch(
        cues.state.tr.setMeta(cueAlignmentKey, spacesAbove(tops, heights, gapPx)).setMeta('addToHistory', false),
      );
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(align, restMs);
    };
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) => transaction.docChanged && soon();
    notes.on('transaction', changed);
    cues.on('transaction', changed);
    const sizes = new ResizeObserver(soon);
    if (column.current) sizes.observe(column.current);
    soon();
    return () => {
      clearTimeout(timer);
      notes.off('transaction', changed);
      cues.off('transaction', changed);
      sizes.disconnect();
    };
  }, [notes, cues, column]);
}

/** Adds a cue that points at what is selected in the notes, in the order of the passages, and puts the caret into it. */
export async function addCueAtSelection(notes: Editor, cues: Editor): Promise<void> {
  const locator = await locatorOfSelection(notes.state);
  const own = notes.state.selection.from;
  const places = placePassages(notes.state.doc, locatorsOf(cues));
  // Before the first cue whose passage stands further down; those without a passage stay where they are.
  const next = locator ? places.findIndex((position) => position !== null && position > own) : -1;
  let at = cues.state.doc.content.size;
  if (next !== -1) {
    at = 0;
    for (let index = 0; index < next; index += 1) at += cues.state.doc.child(index).nodeSize;
  }
  addCue(cues, at, locator);
}

export function addCue(cues: Editor, at: number, locator: Locator | null): void {
  const attrs = { cueId: newId(), locator: locator ? JSON.stringify(locator) : null };
  cues
    .chain()
    .insertContentAt(at, { type: 'cue', attrs }, { updateSelection: false })
    .setTextSelection(at + 1)
    .focus()
    .run();
  // The command waits for the next frame; what is typed before it belongs to the cue already.
  if (isMounted(cues)) cues.view.focus();
}
