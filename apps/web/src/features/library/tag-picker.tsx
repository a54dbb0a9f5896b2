import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { longestTagName } from '../../data/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { tagsQuery } from './library-queries.ts';
import { type Taggable, useTagActions } from './use-tag-actions.ts';

const mostShown = 50;

/** Puts tags on items and takes them off; what is typed finds a tag or becomes one. */
export function TagPicker({ items }: { items: readonly Taggable[] }) {
  const [typed, setTyped] = useState('');
  const tags = useQuery(tagsQuery);
  const { put, create } = useTagActions();
  const name = typed.trim().replace(/\s+/g, ' ');
  const wanted = name.toLocaleLowerCase();
  const found = (tags.data ?? []).filter((tag) => tag.name.toLocaleLowerCase().includes(wanted));
  const exact = found.find((tag) => tag.name.toLocaleLowerCase() === wanted);
  const createTyped = () => {
    void create(name, items);
    setTyped('');
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const tag = exact ?? (found.length === 1 ? found[0] : undefined);
        if (!name) return;
        if (!tag) return createTyped();
        void put(tag.id, items, !items.every((item) => item.tag_ids.includes(tag.id)));
        setTyped('');
      }}
    >
      <TextField
        label="Find or create a tag"
        autoComplete="off"
        maxLength={longestTagName}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.length > 0 ? (
        <ul aria-label="Tags" className="grid max-h-56 overflow-y-auto">
          {found.slice(0, mostShown).map((tag) => {
            const carrying = items.filter((item) => item.tag_ids.includes(tag.id)).length;
            return (
              <li key={tag.id}>
                <Checkbox
                  label={<span dir="auto">{tag.name}</span>}
                  checked={carrying === items.length && carrying > 0}
                  indeterminate={carrying > 0 && carrying < items.length}
                  onCheckedChange={(on) => void put(tag.id, items, on)}
                />
              </li>
            );
          })}
        </ul>
      ) : name ? null : (
        <p className="text-13 text-ink-muted">You have no tags yet. Type a name to make the first one.</p>
      )}
      {name && !exact ? (
        <Button look="quiet" onClick={createTyped} className="justify-start">
          <Plus aria-hidden className="size-4 shrink-0" />
          <span className="truncate">Create “{name}”</span>
        </Button>
      ) : null}
    </form>
  );
}
