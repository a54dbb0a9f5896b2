import { type AnyExtension, type Content, Extension } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { initProseMirrorDoc } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { CueAlignment } from './cue-alignment.ts';
import { CueDocument, CueNode } from './cue-node.ts';
import { QuoteOrigin } from './quote-node.ts';
import { UniqueIds } from './unique-ids.ts';
import { WikilinkNode } from './wikilink-node.ts';

interface Shared {
  fragment: Y.XmlFragment;
  undoManager: Y.UndoManager;
  /** The menu of titles. */
  suggest: AnyExtension;
  onAddCue: () => void;
}

/**
 * An editor that begins with the shared text. By itself it would begin empty, draw that, and then draw the whole text a second and a
 * third time: whenever its plugins change, the binding begins anew, unless it was told which part of the text is which node.
 */
function collaborationOn({ fragment, undoManager }: Shared): AnyExtension[] {
  const mapping: ReturnType<typeof initProseMirrorDoc>['mapping'] = new Map();
  return [
    Collaboration.configure({ fragment, yUndoOptions: { undoManager }, ySyncOptions: { mapping } }),
    Extension.create({
      name: 'startWithSharedText',
      onBeforeCreate() {
        mapping.clear();
        if (fragment.length === 0) return;
        const shared = initProseMirrorDoc(fragment, this.editor.schema);
        for (const [part, node] of shared.mapping) mapping.set(part, node);
        // A finished node is taken as it is; the type tells only of what has to be parsed.
        this.editor.options.content = shared.doc as unknown as Content;
      },
    }),
  ];
}

const Task = TaskItem.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      taskId: {
        default: null,
        keepOnSplit: false,
        parseHTML: (element) => element.getAttribute('data-task-id'),
        renderHTML: ({ taskId }) => (taskId ? { 'data-task-id': taskId } : {}),
      },
    };
  },
}).configure({ nested: true });

/**
 * The views of nodes are asked for again when an editor gets its place in the page. Other functions than before would make
 * it throw its whole text away and build it anew.
 */
const SteadyNodeViews = Extension.create({
  name: 'steadyNodeViews',
  onBeforeCreate() {
    const { extensionManager } = this.editor;
    Object.defineProperty(extensionManager, 'nodeViews', { value: extensionManager.nodeViews });
  },
});

const cueKey = (onAddCue: () => void) =>
  Extension.create({
    name: 'addCue',
    addKeyboardShortcuts: () => ({
      'Mod-Alt-q': () => {
        onAddCue();
        return true;
      },
    }),
  });

/** Of the notes and of the summary. Pasted HTML keeps what these nodes know and loses the rest. */
export function proseExtensions(shared: Shared, placeholder: string): AnyExtension[] {
  return [
    StarterKit.configure({
      // The document has its own, see Collaboration. A paragraph that appears by itself would be a change by nobody.
      undoRedo: false,
      trailingNode: false,
      heading: { levels: [1, 2, 3, 4] },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
      },
      dropcursor: { class: 'note-dropcursor', color: false },
    }),
    QuoteOrigin,
    TaskList,
    Task,
    WikilinkNode,
    UniqueIds,
    Placeholder.configure({ placeholder }),
    SteadyNodeViews,
    shared.suggest,
    cueKey(shared.onAddCue),
    ...collaborationOn(shared),
  ];
}

export function cueExtensions(shared: Shared): AnyExtension[] {
  return [
    StarterKit.configure({
      document: false,
      paragraph: false,
      undoRedo: false,
      trailingNode: false,
      blockquote: false,
      bulletList: false,
      orderedList: false,
      listItem: false,
      listKeymap: false,
      heading: false,
      codeBlock: false,
      horizontalRule: false,
      hardBreak: false,
      link: false,
    }),
    CueDocument,
    CueNode,
    CueAlignment,
    WikilinkNode,
    UniqueIds,
    Placeholder.configure({ placeholder: 'Question or keyword', includeChildren: false, showOnlyCurrent: false }),
    shared.suggest,
    ...collaborationOn(shared),
  ];
}
