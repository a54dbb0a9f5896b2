import { useQuery } from '@tanstack/react-query';
import type { ItemKey } from '../../data/library.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { itemTagsQuery } from './library-queries.ts';
import { TagPicker } from './tag-picker.tsx';

interface ItemTagsDialogProps {
  item: ItemKey;
  /** "Tags of this note". */
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The tags of one item, from the screen where it is open. */
export function ItemTagsDialog({ item, title, open, onOpenChange }: ItemTagsDialogProps) {
  const tags = useQuery({ ...itemTagsQuery(item), enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <QueryProblem query={tags} what="its tags" />
      {tags.data ? (
        <TagPicker items={[{ item_kind: item.kind, item_id: item.id, tag_ids: tags.data }]} />
      ) : tags.isPending && tags.fetchStatus !== 'paused' ? (
        <SkeletonText label="Loading its tags" />
      ) : null}
    </Dialog>
  );
}
