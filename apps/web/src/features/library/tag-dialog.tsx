import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { longestTagName, type Tag } from '../../data/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { Select } from '../../ui/select.tsx';
import { tagCountsQuery, tagsQuery } from './library-queries.ts';
import { useTagActions } from './use-tag-actions.ts';

interface TagDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All tags: rename, merge, delete. */
export function TagDialog({ open, onOpenChange }: TagDialogProps) {
  const tags = useQuery(tagsQuery);
  const counts = useQuery(tagCountsQuery);
  const [editing, setEditing] = useState<string>();
  const { remove } = useTagActions();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Tags" width="wide">
      <QueryProblem query={tags} what="your tags" />
      {tags.data?.length === 0 ? (
        <p className="text-ink-muted">You have no tags yet. Select items in your library and choose Tag.</p>
      ) : null}
      <ul className="grid grid-cols-1">
        {tags.data?.map((tag) => (
          <li key={tag.id} className="border-b border-line py-1 last:border-0">
            {editing === tag.id ? (
              <TagEditor
                tag={tag}
                others={tags.data.filter(({ id }) => id !== tag.id)}
                onDone={() => setEditing(undefined)}
              />
            ) : (
              <div className="flex items-center gap-2">
                <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
                  {tag.name}
                </span>
                <span className="text-13 text-ink-muted tabular-nums">
                  {counts.data?.get(tag.id) ?? 0}
                  <span className="sr-only"> items</span>
                </span>
                <Button
                  look="plain"
                  className="shrink-0"
                  aria-label={`Edit ${tag.name}`}
                  onClick={() => setEditing(tag.id)}
                >
                  Edit
                </Button>
                <IconButton
                  label={`Delete ${tag.name}`}
                  icon={<Trash2 aria-hidden />}
                  look="danger"
                  onClick={() => remove(tag)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function TagEditor({ tag, others, onDone }: { tag: Tag; others: readonly Tag[]; onDone: () => void }) {
  const [name, setName] = useState(tag.name);
  const [into, setInto] = useState('');
  const { rename, merge } = useTagActions();
  const wanted = name.trim().replace(/\s+/g, ' ');
  const same = others.find((other) => other.name.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const target = others.find(({ id }) => id === into);
  return (
    <form
      className="grid grid-cols-1 gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (target) void merge(tag, target);
        else if (!wanted || same) return;
        else if (wanted !== tag.name) void rename({ ...tag, name: wanted });
        onDone();
      }}
    >
      <TextField
        label="Name"
        autoFocus
        value={name}
        maxLength={longestTagName}
        autoComplete="off"
        disabled={target !== undefined}
        error={same ? `There is a tag “${same.name}” already. Merge them instead.` : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {others.length > 0 ? (
        <Select
          label="Merge into"
          value={into}
          onValueChange={setInto}
          options={[
            { value: '', label: 'No other tag' },
            ...others.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit">{target ? 'Merge' : 'Save'}</Button>
      </div>
    </form>
  );
}
