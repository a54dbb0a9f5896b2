import { type ScreenCommand, useScreenCommands } from '../../runtime/screen-commands.ts';
import { type HubSearch, isFiltered } from './hub-search.ts';

const views: readonly [id: string, title: string, show: HubSearch][] = [
  ['articles', 'Show articles', { kind: 'article' }],
  ['notes', 'Show notes', { kind: 'note' }],
  ['highlights', 'Show highlights', { kind: 'highlight' }],
  ['unread', 'Show what is unread', { state: 'unread' }],
  ['reading', 'Show what is being read', { state: 'reading' }],
  ['archived', 'Show the archive', { state: 'archived' }],
  ['trash', 'Show the trash', { show: 'trash' }],
];
const orders: readonly [id: 'newest' | NonNullable<HubSearch['sort']>, title: string][] = [
  ['newest', 'Sort: newest first'],
  ['oldest', 'Sort: oldest first'],
  ['updated', 'Sort: recently updated'],
  ['title', 'Sort: title'],
];

interface FilterCommands {
  search: HubSearch;
  onChange: (search: HubSearch) => void;
  onManageTags: () => void;
}

/** The filters and the order of the list, by name. A filter takes the place of the others; the order stays. */
export function useFilterCommands({ search, onChange, onManageTags }: FilterCommands): void {
  const { sort, show } = search;
  const plain: HubSearch = sort ? { sort } : {};
  const keywords = ['filter'];
  const all: ScreenCommand[] =
    isFiltered(search) || show
      ? [{ id: 'all', title: 'Show everything', keywords: ['filter', 'clear'], run: () => onChange(plain) }]
      : [];
  useScreenCommands([
    ...all,
    ...views.map(([id, title, view]) => ({
      id: `show ${id}`,
      title,
      keywords,
      run: () => onChange({ ...plain, ...view }),
    })),
    ...orders.map(([id, title]) => ({
      id: `sort ${id}`,
      title,
      keywords: ['order'],
      run: () => {
        const { sort: _, ...rest } = search;
        onChange(id === 'newest' ? rest : { ...rest, sort: id });
      },
    })),
    { id: 'manage-tags', title: 'Manage tags', keywords: ['rename', 'merge'], run: onManageTags },
  ]);
}
