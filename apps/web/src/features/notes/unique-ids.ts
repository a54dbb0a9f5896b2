import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { newId } from '../../lib/new-id.ts';

const idOf = { cue: 'cueId', taskItem: 'taskId' } as const;
const nameOfId = (node: Node): string | undefined => idOf[node.type.name as keyof typeof idOf];

/**
 * Gives every cue and every checkbox the id of its row. Only the changed ranges are looked at, and only what was done here:
 * two browsers that both gave an id would disagree about it. A pasted copy of something that is still there gets a new one.
 */
export const UniqueIds = Extension.create({
  name: 'uniqueIds',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction(transactions, before, { doc, tr }) {
          if (!transactions.some((transaction) => transaction.docChanged)) return null;
          if (transactions.some((transaction) => transaction.getMeta(ySyncPluginKey)?.isChangeOrigin)) return null;
          const combined = combineTransactionSteps(before.doc, [...transactions]);
          for (const { newRange } of getChangedRanges(combined)) {
            const end = Math.min(newRange.to, doc.content.size);
            doc.nodesBetween(Math.min(newRange.from, end), end, (node, position) => {
              const name = nameOfId(node);
              if (name && !node.attrs[name]) tr.setNodeAttribute(position, name, newId());
            });
          }
          return tr.docChanged ? tr : null;
        },
        props: {
          transformPasted: (slice, view) => {
            const taken = new Set<unknown>();
            view.state.doc.descendants((node) => {
              const name = nameOfId(node);
              if (name) taken.add(node.attrs[name]);
            });
            return new Slice(withoutTaken(slice.content, taken), slice.openStart, slice.openEnd);
          },
        },
      }),
    ];
  },
});

function withoutTaken(fragment: Fragment, taken: ReadonlySet<unknown>): Fragment {
  const nodes: Node[] = [];
  fragment.forEach((node) => {
    const name = nameOfId(node);
    const attrs = name && taken.has(node.attrs[name]) ? { ...node.attrs, [name]: null } : node.attrs;
    nodes.push(node.isText ? node : node.type.create(attrs, withoutTaken(node.content, taken), node.marks));
  });
  return Fragment.from(nodes);
}
