import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  List,
  ListChecks,
  ListOrdered,
  MessageCircleQuestionMark,
  Quote,
  Redo2,
  SquareCode,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { LinkButton } from './link-button.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';

interface Tool {
  label: string;
  icon: ReactNode;
  shortcut?: string;
  isOn?: boolean;
  isOff?: boolean;
  run: () => void;
}

/** Over the text; on a phone at the lower edge, above the keyboard, where the thumb is. */
export function NoteToolbar({ editor, onAddCue, end }: { editor: Editor; onAddCue: () => void; end?: ReactNode }) {
  const bar = useKeyboardInset();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      code: now.isActive('code'),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      tasks: now.isActive('taskList'),
      quote: now.isActive('blockquote'),
      codeBlock: now.isActive('codeBlock'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const groups: Tool[][] = [
    [
      {
        label: 'Undo',
        icon: <Undo2 aria-hidden />,
        shortcut: 'mod+z',
        isOff: !on.canUndo,
        run: () => chain().undo().run(),
      },
      {
        label: 'Redo',
        icon: <Redo2 aria-hidden />,
        shortcut: 'mod+shift+z',
        isOff: !on.canRedo,
        run: () => chain().redo().run(),
      },
    ],
    [
      {
        label: 'Add a cue here',
        icon: <MessageCircleQuestionMark aria-hidden />,
        shortcut: 'mod+alt+q',
        run: onAddCue,
      },
    ],
    [
      {
        label: 'Bold',
        icon: <Bold aria-hidden />,
        shortcut: 'mod+b',
        isOn: on.bold,
        run: () => chain().toggleBold().run(),
      },
      {
        label: 'Italic',
        icon: <Italic aria-hidden />,
        shortcut: 'mod+i',
        isOn: on.italic,
        run: () => chain().toggleItalic().run(),
      },
      {
        label: 'Code',
        icon: <Code aria-hidden />,
        shortcut: 'mod+e',
        isOn: on.code,
        run: () => chain().toggleCode().run(),
      },
    ],
    [
      {
        label: 'Heading',
        icon: <Heading2 aria-hidden />,
        shortcut: 'mod+alt+2',
        isOn: on.h2,
        run: () => chain().toggleHeading({ level: 2 }).run(),
      },
      {
        label: 'Smaller heading',
        icon: <Heading3 aria-hidden />,
        shortcut: 'mod+alt+3',
        isOn: on.h3,
        run: () => chain().toggleHeading({ level: 3 }).run(),
      },
      {
        label: 'List',
        icon: <List aria-hidden />,
        shortcut: 'mod+shift+8',
        isOn: on.bullets,
        run: () => chain().toggleBulletList().run(),
      },
      {
        label: 'Numbered list',
        icon: <ListOrdered aria-hidden />,
        shortcut: 'mod+shift+7',
        isOn: on.numbers,
        run: () => chain().toggleOrderedList().run(),
      },
      {
        label: 'Tasks',
        icon: <ListChecks aria-hidden />,
        shortcut: 'mod+shift+9',
        isOn: on.tasks,
        run: () => chain().toggleTaskList().run(),
      },
      {
        label: 'Quote',
        icon: <Quote aria-hidden />,
        shortcut: 'mod+shift+b',
        isOn: on.quote,
        run: () => chain().toggleBlockquote().run(),
      },
      {
        label: 'Code block',
        icon: <SquareCode aria-hidden />,
        shortcut: 'mod+alt+c',
        isOn: on.codeBlock,
        run: () => chain().toggleCodeBlock().run(),
      },
    ],
  ];
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      className="note-toolbar z-20 flex items-center gap-0.5 overflow-x-auto border-line bg-paper p-1 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 md:max-lg:start-(--sidebar-width) max-lg:border-t lg:sticky lg:top-14 lg:border-b"
    >
      {groups.map((tools) => (
        <div
          key={tools[0]?.label}
          className="flex items-center gap-0.5 border-e border-line pe-1 last-of-type:border-e-0"
        >
          {tools.map(({ label, icon, shortcut, isOn, isOff, run }) => (
            <Tooltip key={label} label={label} shortcut={shortcut}>
              <IconButton
                label={label}
                icon={icon}
                pressed={isOn}
                disabled={isOff}
                // The caret stays where it is, and the phone's keyboard open.
                onPointerDown={(event) => event.preventDefault()}
                onClick={run}
              />
            </Tooltip>
          ))}
        </div>
      ))}
      <LinkButton editor={editor} />
      {end}
    </div>
  );
}
