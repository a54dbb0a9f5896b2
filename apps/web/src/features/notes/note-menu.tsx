import { Ellipsis, Keyboard, RotateCcw, Tag, Trash2 } from 'lucide-react';
import { runCommand } from '../../runtime/commands.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';

interface NoteMenuProps {
  isTrashed: boolean;
  onTags: () => void;
  /** Into the trash, or out of it. */
  onFile: () => void;
}

export function NoteMenu({ isTrashed, onTags, onFile }: NoteMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" icon={<Ellipsis aria-hidden />} />}
      items={[
        { label: 'Tags', icon: <Tag />, onSelect: onTags },
        {
          label: 'Keyboard shortcuts',
          icon: <Keyboard />,
          shortcut: '?',
          onSelect: () => runCommand('shortcuts'),
        },
        {
          label: isTrashed ? 'Bring back from the trash' : 'Move to the trash',
          icon: isTrashed ? <RotateCcw /> : <Trash2 />,
          danger: !isTrashed,
          separated: true,
          onSelect: onFile,
        },
      ]}
    />
  );
}
