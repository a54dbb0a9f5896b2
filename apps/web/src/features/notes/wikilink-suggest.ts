import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/** The brackets that were opened before the caret, and the words after them. */
export interface OpenWikilink {
  from: number;
  to: number;
  words: string;
}

interface SuggestOptions {
  onChange: (open: OpenWikilink | null, editor: Editor) => void;
  /** Gets the keys while brackets are open; true when it used one. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

const key = new PluginKey<OpenWikilink | null>('wikilink-suggest');

/** Tells when somebody is writing `[[words`. Looks at the text of the caret's own block only. */
export const WikilinkSuggest = Extension.create<SuggestOptions>({
  name: 'wikilinkSuggest',
  addOptions: () => ({ onChange: () => {}, onKeyDown: () => false }),
  addProseMirrorPlugins() {
    const { onKeyDown } = this.options;
    const onChange = (open: OpenWikilink | null) => this.options.onChange(open, this.editor);
    return [
      new Plugin<OpenWikilink | null>({
        key,
        state: {
          init: () => null,
          apply(_transaction, _before, _old, { selection }) {
            const { $from, empty } = selection;
            if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
            const start = Math.max(0, $from.parentOffset - 120);
            const text = $from.parent.textBetween(start, $from.parentOffset, undefined, '\ufffc');
            const found = /\[\[([^[\]\n\ufffc]{0,100})$/u.exec(text);
            return found ? { from: $from.pos - found[0].length, to: $from.pos, words: found[1] ?? '' } : null;
          },
        },
        view: () => ({
          update(view, before) {
            const now = key.getState(view.state) ?? null;
            const last = key.getState(before) ?? null;
            if (now?.words !== last?.words || now?.from !== last?.from) onChange(view.hasFocus() ? now : null);
          },
        }),
        props: {
          handleKeyDown: (view, event) => (key.getState(view.state) ? onKeyDown(event) : false),
          handleDOMEvents: {
            blur: () => {
              onChange(null);
              return false;
            },
          },
        },
      }),
    ];
  },
});
