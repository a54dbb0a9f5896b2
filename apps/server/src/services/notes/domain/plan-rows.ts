import type { DerivedLink } from './derive-note.ts';

/** Gives every derived thing the id of its row. */
export interface RowIdentity {
  /** Ids that belong to a row of another note, or of another person. */
  foreign: ReadonlySet<string>;
  /** Ids of rows of this note. */
  own: ReadonlySet<string>;
  /** A stable id for the n-th occurrence of an id in this note. */
  derive: (id: string, occurrence: number) => string;
}

/**
 * The id in the document is the row's id, except for copies: the second occurrence in a note, or one that was pasted from
 * another note, gets an id of its own that stays the same with every edit.
 */
export function assignRowIds<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  identity: RowIdentity,
): (T & { rowId: string })[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const id = idOf(item);
    const occurrence = seen.get(id) ?? 0;
    seen.set(id, occurrence + 1);
    const derived = identity.derive(id, occurrence);
    const isCopy = occurrence > 0 || identity.foreign.has(id) || (!identity.own.has(id) && identity.own.has(derived));
    return { ...item, rowId: isCopy ? derived : id };
  });
}

export interface LinkRow {
  id: string;
  targetKind: string;
  targetId: string | null;
  targetTitle: string;
}

export interface WantedLink {
  targetKind: string;
  targetId: string | null;
  targetTitle: string;
}

export interface LinkTargets {
  /** Lower-case title → the person's item of that title. */
  byTitle: ReadonlyMap<string, { kind: string; id: string }>;
  /** `kind id` of the person's items that links name directly. */
  existing: ReadonlySet<string>;
}

/**
 * Links as they should be stored. A link by title stays with the item it was once resolved to, though that was renamed since;
 * a link by address to an item that is not there (any more) is none.
 */
export function wantedLinks(
  links: readonly DerivedLink[],
  stored: readonly LinkRow[],
  targets: LinkTargets,
): WantedLink[] {
  const resolved = new Map(stored.filter((row) => row.targetId).map((row) => [row.targetTitle.toLowerCase(), row]));
  const wanted = new Map<string, WantedLink>();
  for (const { title, target } of links) {
    if (target) {
      if (!targets.existing.has(`${target.kind} ${target.id}`)) continue;
      wanted.set(`${target.kind} ${target.id}`, { targetKind: target.kind, targetId: target.id, targetTitle: title });
      continue;
    }
    const found = targets.byTitle.get(title.toLowerCase());
    const before = resolved.get(title.toLowerCase());
    const kind = before?.targetKind ?? found?.kind ?? 'note';
    const id = before?.targetId ?? found?.id ?? null;
    const key = id ? `${kind} ${id}` : `title ${title.toLowerCase()}`;
    if (!wanted.has(key)) wanted.set(key, { targetKind: kind, targetId: id, targetTitle: title });
  }
  return [...wanted.values()];
}

export function diffLinks(
  stored: readonly LinkRow[],
  wanted: readonly WantedLink[],
): { remove: string[]; insert: WantedLink[] } {
  const keyOf = (link: WantedLink): string => `${link.targetKind} ${link.targetId} ${link.targetTitle}`;
  const left = new Map(wanted.map((link) => [keyOf(link), link]));
  const remove: string[] = [];
  for (const row of stored) if (!left.delete(keyOf(row))) remove.push(row.id);
  return { remove, insert: [...left.values()] };
}
