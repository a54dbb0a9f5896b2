import type { ItemKind } from '@cairn/contracts/locator';
import type { ArticleState, LibraryFilters, LibrarySort } from '../../data/library.ts';

/** What of the hub stands in its address. Defaults are left out, so that the plain address is the plain list. */
export interface HubSearch {
  q?: string;
  kind?: ItemKind;
  /** Ids, with commas between them. */
  tags?: string;
  state?: ArticleState;
  article?: string;
  sort?: Exclude<LibrarySort, 'newest'>;
  show?: 'trash';
}

const kinds: readonly ItemKind[] = ['article', 'note', 'highlight'];
const states: readonly ArticleState[] = ['unread', 'reading', 'archived'];
const sorts: readonly Exclude<LibrarySort, 'newest'>[] = ['oldest', 'title', 'updated'];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const mostTags = 20;

const oneOf = <Value extends string>(values: readonly Value[], value: unknown) =>
  values.find((candidate) => candidate === value);

/** Whatever an address says, only what the list understands is left of it. */
export function readHubSearch(search: Record<string, unknown>): HubSearch {
  const read: HubSearch = {};
  if (typeof search.q === 'string' && search.q.trim()) read.q = search.q.slice(0, 200);
  const kind = oneOf(kinds, search.kind);
  if (kind) read.kind = kind;
  const tags = typeof search.tags === 'string' ? splitTags(search.tags) : [];
  if (tags.length > 0) read.tags = tags.join(',');
  if (search.show === 'trash') {
    read.show = 'trash';
    delete read.kind;
  } else {
    const state = oneOf(states, search.state);
    if (state) read.state = state;
    if (typeof search.article === 'string' && uuid.test(search.article)) read.article = search.article;
  }
  const sort = oneOf(sorts, search.sort);
  if (sort) read.sort = sort;
  return read;
}

export function splitTags(tags: string | undefined): string[] {
  return [...new Set(tags?.toLowerCase().split(',') ?? [])].filter((id) => uuid.test(id)).slice(0, mostTags);
}

export function filtersOf(search: HubSearch): LibraryFilters {
  return {
    kind: search.kind,
    tags: splitTags(search.tags),
    state: search.state,
    article: search.article,
    trashed: search.show === 'trash',
  };
}

/** Whether anything but the order narrows the list. */
export const isFiltered = ({ kind, tags, state, article }: HubSearch) => Boolean(kind || tags || state || article);
