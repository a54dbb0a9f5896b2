import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'k'], 'Next or previous paragraph'],
  [['space', 'shift+space'], 'One screen on or back'],
  [['shift+right', 'shift+left'], 'Select in the paragraph, word by word'],
  [['shift+down', 'shift+up'], 'Select line by line'],
  [['alt+shift+right'], 'Move the beginning of the selection'],
  [['h'], 'Highlight the selection or the paragraph'],
  [['1', '2', '3', '4'], 'Highlight or recolour: yellow, green, blue, pink'],
  [['n', 'p'], 'Next or previous highlight'],
  [['c'], 'Comment on the selection or the highlight'],
  [['delete'], 'Delete the chosen highlight'],
  [['t'], 'Contents'],
  [['esc'], 'Let go of the selection'],
  [['?'], 'This list'],
];

export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard in the reader">
      <dl className="grid gap-2 text-14">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
