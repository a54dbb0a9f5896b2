import { useQuery } from '@tanstack/react-query';
import { Tags, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { filtersOf, type HubSearch, splitTags } from './hub-search.ts';
import { countsQuery, tagsQuery } from './library-queries.ts';
import { useFilterCommands } from './use-filter-commands.ts';

const loadTagDialog = () => import('./tag-dialog.tsx');
const TagDialog = lazy(() => loadTagDialog().then((module) => ({ default: module.TagDialog })));

interface LibraryFiltersProps {
  search: HubSearch;
  onChange: (search: HubSearch) => void;
  /** While words are searched only the kind narrows. */
  searching: boolean;
}

type Kind = NonNullable<HubSearch['kind']> | 'all';
const kindNames: Record<Kind, string> = { all: 'All', article: 'Articles', note: 'Notes', highlight: 'Highlights' };
const kindOrder: readonly Kind[] = ['all', 'article', 'note', 'highlight'];

/** Sets or leaves out one part of the address. */
function withPart<Name extends keyof HubSearch>(search: HubSearch, name: Name, value: HubSearch[Name] | undefined) {
  const { [name]: _, ...rest } = search;
  return (value === undefined ? rest : { ...rest, [name]: value }) as HubSearch;
}

export function LibraryFilters({ search, onChange, searching }: LibraryFiltersProps) {
  const counts = useQuery(countsQuery(filtersOf(search))).data;
  const hasTags = (useQuery(tagsQuery).data?.length ?? 0) > 0;
  const [dialog, setDialog] = useState(false);
  const [dialogUsed, setDialogUsed] = useState(false);
  const manageTags = () => {
    setDialogUsed(true);
    setDialog(true);
  };
  useFilterCommands({ search, onChange, onManageTags: manageTags });
  const trash = search.show === 'trash';
  const number = new Intl.NumberFormat();
  const countOf = (kind: Kind) =>
    counts && (kind === 'all' ? counts.article + counts.note + counts.highlight : counts[kind]);
  return (
    <div className="grid gap-3">
      {trash && !searching ? null : (
        <div className="-mx-1 overflow-x-auto px-1 py-0.5">
          <SegmentedControl<Kind>
            label="Kind"
            className="w-max max-w-none! min-w-full sm:min-w-0 [&_label]:flex-auto [&_label]:whitespace-nowrap max-sm:[&_label]:px-1.5 max-sm:[&_label]:text-13"
            value={search.kind ?? 'all'}
            onValueChange={(kind) => onChange(withPart(search, 'kind', kind === 'all' ? undefined : kind))}
            options={kindOrder.map((kind) => {
              const items = searching ? undefined : countOf(kind);
              return {
                value: kind,
                label: items === undefined ? kindNames[kind] : `${kindNames[kind]} ${number.format(items)}`,
              };
            })}
          />
        </div>
      )}
      {searching ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="Show"
            hideLabel
            className="min-w-32"
            value={trash ? 'trash' : (search.state ?? 'any')}
            onValueChange={(value) => {
              const plain = withPart(withPart(search, 'show', undefined), 'state', undefined);
              if (value === 'trash')
                onChange(withPart(withPart({ ...plain, show: 'trash' }, 'kind', undefined), 'article', undefined));
              else onChange(value === 'any' ? plain : { ...plain, state: value });
            }}
            options={[
              { value: 'any', label: 'Any state' },
              { value: 'unread', label: 'Unread' },
              { value: 'reading', label: 'Reading' },
              { value: 'archived', label: 'Archived' },
              { value: 'trash', label: 'Trash' },
            ]}
          />
          <Select
            label="Sort"
            hideLabel
            className="min-w-40"
            value={search.sort ?? 'newest'}
            onValueChange={(sort) => onChange(withPart(search, 'sort', sort === 'newest' ? undefined : sort))}
            options={[
              { value: 'newest', label: 'Newest first' },
              { value: 'oldest', label: 'Oldest first' },
              { value: 'updated', label: 'Recently updated' },
              { value: 'title', label: 'Title' },
            ]}
          />
          <TagFilter search={search} onChange={onChange} />
          {hasTags || dialogUsed ? (
            <Button look="quiet" onPointerEnter={() => void loadTagDialog().catch(() => {})} onClick={manageTags}>
              Manage tags
            </Button>
          ) : null}
          {search.article ? (
            <Button look="quiet" onClick={() => onChange(withPart(search, 'article', undefined))}>
              Of one article <X aria-hidden className="size-4" />
              <span className="sr-only">, remove this filter</span>
            </Button>
          ) : null}
        </div>
      )}
      {dialogUsed ? (
        <Suspense>
          <TagDialog open={dialog} onOpenChange={setDialog} />
        </Suspense>
      ) : null}
    </div>
  );
}

function TagFilter({ search, onChange }: Omit<LibraryFiltersProps, 'searching'>) {
  const tags = useQuery(tagsQuery).data ?? [];
  const chosen = splitTags(search.tags);
  const choose = (ids: readonly string[]) =>
    onChange(withPart(search, 'tags', ids.length > 0 ? ids.join(',') : undefined));
  const rest = tags.filter(({ id }) => !chosen.includes(id));
  return (
    <>
      {rest.length > 0 ? (
        <Popover
          label="Filter by tag"
          align="start"
          trigger={
            <Button look="quiet">
              <Tags aria-hidden className="size-4" /> Tags
            </Button>
          }
        >
          <ul className="-mx-2 grid max-h-72 grid-cols-1 overflow-y-auto">
            {rest.map(({ id, name }) => (
              <li key={id} className="min-w-0">
                <Button look="plain" className="w-full justify-start px-2!" onClick={() => choose([...chosen, id])}>
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </Popover>
      ) : null}
      {chosen.map((id) => {
        const name = tags.find((tag) => tag.id === id)?.name ?? 'Unknown tag';
        return (
          <Button
            key={id}
            look="quiet"
            className="max-w-48"
            aria-label={`${name}, remove this filter`}
            onClick={() => choose(chosen.filter((each) => each !== id))}
          >
            <span dir="auto" className="truncate">
              {name}
            </span>
            <X aria-hidden className="size-4 shrink-0" />
          </Button>
        );
      })}
    </>
  );
}
