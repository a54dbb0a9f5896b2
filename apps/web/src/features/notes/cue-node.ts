import type { Locator } from '@cairn/contracts/locator';
import { Node } from '@tiptap/core';

/** The cue column is cues and nothing else. */
export const CueDocument = Node.create({ name: 'doc', topNode: true, content: 'cue*' });

/** A question or keyword: one line of the cue column, with an id that stays for life. */
export const CueNode = Node.create({
  name: 'cue',
  content: 'inline*',
  defining: true,
  addAttributes() {
    return {
      cueId: {
        default: null,
        keepOnSplit: false,
        parseHTML: (element) => element.getAttribute('data-cue-id'),
        renderHTML: ({ cueId }) => (cueId ? { 'data-cue-id': cueId } : {}),
      },
      /** JSON of a `Locator`; see contracts/note-document.ts. */
      locator: {
        default: null,
        keepOnSplit: false,
        parseHTML: (element) => element.getAttribute('data-locator'),
        renderHTML: ({ locator }) => (typeof locator === 'string' ? { 'data-locator': locator } : {}),
      },
    };
  },
  // Pasted text becomes cues, one for each line.
  parseHTML: () => [{ tag: 'div[data-cue]', priority: 60 }, { tag: 'p' }, { tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-cue': '' }, 0],
  addKeyboardShortcuts() {
    return {
      // An empty cue goes with one key, also the last one.
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        if (!empty || $from.parent.type.name !== 'cue' || $from.parent.content.size > 0) return false;
        return editor.commands.deleteRange({ from: $from.before(), to: $from.after() });
      },
      Enter: ({ editor }) => editor.commands.splitBlock(),
    };
  },
});

export function readLocator(value: unknown): Locator | null {
  let candidate: unknown = value;
  if (typeof value === 'string') {
    try {
      candidate = JSON.parse(value);
    } catch {
      return null;
    }
  }
  const place = candidate as Partial<Locator> | null;
  if (!place || typeof place.quote !== 'string' || place.quote === '') return null;
  return {
    quote: place.quote,
    prefix: place.prefix ?? '',
    suffix: place.suffix ?? '',
    chunkHash: place.chunkHash ?? '',
  };
}
