import { deleteItems } from '../data/library.ts';
import { deleteTag } from '../data/tags.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { hideItems } from './hidden-items.ts';

/** A row that its owner has deleted, and that the server does not know of yet. */
export interface IntendedDeletion {
  table: 'articles' | 'highlights' | 'tags';
  id: string;
}

interface KeptDeletion extends IntendedDeletion {
  /** Until then it may be taken back in the tab it was made in. */
  until: number;
}

/**
 * What was deleted survives the page: the tab may be closed, or end without a word, before the time for second thoughts is over.
 * Kept under the user's id; deleting a row twice does no harm.
 */
const keyOf = (userId: string) => `pkm-deletions-${userId}`;

function read(userId: string): KeptDeletion[] {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptDeletion {
  if (typeof value !== 'object' || value === null) return false;
  const { table, id, until } = value as Partial<Record<keyof KeptDeletion, unknown>>;
  return (
    (table === 'articles' || table === 'highlights' || table === 'tags') &&
    typeof id === 'string' &&
    typeof until === 'number'
  );
}

const write = (userId: string, kept: readonly KeptDeletion[]) =>
  writeStored(keyOf(userId), kept.length > 0 ? JSON.stringify(kept) : null);

const same = (one: IntendedDeletion, other: IntendedDeletion) => one.table === other.table && one.id === other.id;

export function keepDeletions(userId: string, deletions: readonly IntendedDeletion[], until: number): void {
  const others = read(userId).filter((kept) => !deletions.some((deletion) => same(kept, deletion)));
  write(userId, [...others, ...deletions.map(({ table, id }) => ({ table, id, until }))]);
}

export function forgetDeletions(userId: string, deletions: readonly IntendedDeletion[]): void {
  write(
    userId,
    read(userId).filter((kept) => !deletions.some((deletion) => same(kept, deletion))),
  );
}

/** Hides and deletes what an earlier page left. What another tab may still take back waits for the next time. */
export async function carryOutLeftDeletions(userId: string, now: number): Promise<void> {
  const due = read(userId).filter(({ until }) => until < now);
  if (due.length === 0) return;
  const idsOf = (table: IntendedDeletion['table']) => due.filter((kept) => kept.table === table).map(({ id }) => id);
  hideItems('library', [
    ...idsOf('articles').map((id) => ({ kind: 'article' as const, id })),
    ...idsOf('highlights').map((id) => ({ kind: 'highlight' as const, id })),
  ]);
  await deleteItems('highlights', idsOf('highlights'));
  await deleteItems('articles', idsOf('articles'));
  for (const id of idsOf('tags')) await deleteTag(id);
  forgetDeletions(userId, due);
}
