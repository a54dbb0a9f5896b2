import { Archive, RotateCcw, Tag, Trash2, X } from 'lucide-react';
import type { LibraryItem } from '../../data/library.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TagPicker } from './tag-picker.tsx';
import { count } from './use-item-actions.ts';

interface SelectionBarProps {
  items: readonly LibraryItem[];
  trash: boolean;
  tagging: boolean;
  onTagging: (open: boolean) => void;
  onArchive: () => void;
  onRemove: () => void;
  onRestore: () => void;
  onClear: () => void;
}

/** What can be done with what is selected; near the thumb. */
export function SelectionBar(props: SelectionBarProps) {
  const { items, trash, tagging, onTagging, onArchive, onRemove, onRestore, onClear } = props;
  const archivable = items.some((item) => item.item_kind === 'article');
  return (
    <div className="pointer-events-none sticky inset-x-0 bottom-[var(--bottom-bar,0px)] z-20 flex justify-center p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {items.length > 0 ? (
        <div
          role="toolbar"
          aria-label="Selected items"
          data-thumb-bar
          className="pointer-events-auto flex max-w-full items-center gap-1 rounded-16 border border-line bg-raised py-1 ps-4 pe-1 text-14 shadow-float max-sm:gap-0 max-sm:ps-3 max-sm:[&_button]:px-2"
        >
          <span className="pe-2 whitespace-nowrap tabular-nums" role="status">
            {count(items, 'item')}
            <span className="sr-only"> selected</span>
          </span>
          {trash ? (
            <Button look="plain" onClick={onRestore}>
              <RotateCcw aria-hidden className="size-4 max-sm:hidden" /> Restore
            </Button>
          ) : (
            <>
              <Popover
                label="Tags of the selected items"
                side="top"
                open={tagging}
                onOpenChange={onTagging}
                trigger={
                  <Button look="plain">
                    <Tag aria-hidden className="size-4 max-sm:hidden" /> Tag
                  </Button>
                }
              >
                <TagPicker items={items} />
              </Popover>
              {archivable ? (
                <Button look="plain" onClick={onArchive}>
                  <Archive aria-hidden className="size-4 max-sm:hidden" />
                  {items.every((item) => item.state === 'archived') ? 'Unarchive' : 'Archive'}
                </Button>
              ) : null}
              <Button look="plain" onClick={onRemove}>
                <Trash2 aria-hidden className="size-4 max-sm:hidden" /> Delete
              </Button>
            </>
          )}
          <IconButton label="Clear the selection" icon={<X aria-hidden />} onClick={onClear} />
        </div>
      ) : null}
    </div>
  );
}
