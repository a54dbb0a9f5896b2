import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export const cueAlignmentKey = new PluginKey<DecorationSet>('cue-alignment');

/** Space above each cue, by its number, so that it stands beside its passage. Set with a transaction's meta. */
export const CueAlignment = Extension.create({
  name: 'cueAlignment',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: cueAlignmentKey,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, before) {
            const spaces: number[] | undefined = transaction.getMeta(cueAlignmentKey);
            if (!spaces) return before.map(transaction.mapping, transaction.doc);
            const decorations: Decoration[] = [];
            transaction.doc.forEach((node, offset, index) => {
              const space = spaces[index] ?? 0;
              if (space > 0) {
                decorations.push(
                  Decoration.node(offset, offset + node.nodeSize, { style: `--cue-space:${Math.round(space)}px` }),
                );
              }
            });
            return DecorationSet.create(transaction.doc, decorations);
          },
        },
        props: { decorations: (state) => cueAlignmentKey.getState(state) },
      }),
    ];
  },
});

/**
 * The space above each cue: as much as brings it beside its passage, and never onto the one before.
 * `tops`: wanted distance from the top of the column, null where it just follows. `heights`: of the cues.
 */
export function spacesAbove(tops: readonly (number | null)[], heights: readonly number[], gap: number): number[] {
  let bottom = 0;
  return heights.map((height, index) => {
    const follows = index === 0 ? 0 : bottom + gap;
    const top = Math.max(follows, tops[index] ?? follows);
    bottom = top + height;
    return top - follows;
  });
}
