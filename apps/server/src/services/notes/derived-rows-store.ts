import type { Locator } from '@cairn/contracts/locator';
import type { Tx } from '../../platform/db/db.ts';
import type { DerivedLink } from './domain/derive-note.ts';
import type { LinkRow, LinkTargets, WantedLink } from './domain/plan-rows.ts';

/** Whose rows are written: every statement below is bound to this note and its owner. */
export interface NoteKey {
  id: string;
  userId: string;
}

export interface CueRow {
  id: string;
  text: string;
  position: number;
  locator: Locator | null;
  isRemoved: boolean;
}

export async function loadCues(tx: Tx, note: NoteKey): Promise<CueRow[]> {
  const { rows } = await tx.query<CueRow>(
    `select id, text, position, locator, removed_at is not null as "isRemoved"
       from public.cues where user_id = $1 and note_id = $2`,
    [note.userId, note.id],
  );
  return rows;
}

export interface WantedCue {
  rowId: string;
  text: string;
  position: number;
  locator: Locator | null;
}

export async function insertCues(tx: Tx, note: NoteKey, cues: readonly WantedCue[]): Promise<void> {
  await tx.query(
    `insert into public.cues (id, user_id, note_id, text, position, locator)
     select c."rowId", $1, $2, c.text, c.position, nullif(c.locator, 'null'::jsonb)
       from jsonb_to_recordset($3::jsonb) as c ("rowId" uuid, text text, position int, locator jsonb)`,
    [note.userId, note.id, JSON.stringify(cues)],
  );
}

/** A cue that reappears is the one it was. */
export async function updateCues(tx: Tx, note: NoteKey, cues: readonly WantedCue[]): Promise<void> {
  await tx.query(
    `update public.cues k set text = c.text, position = c.position, locator = nullif(c.locator, 'null'::jsonb), removed_at = null
       from jsonb_to_recordset($3::jsonb) as c ("rowId" uuid, text text, position int, locator jsonb)
      where k.id = c."rowId" and k.user_id = $1 and k.note_id = $2`,
    [note.userId, note.id, JSON.stringify(cues)],
  );
}

export async function removeCues(tx: Tx, note: NoteKey, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `update public.cues set removed_at = $4 where user_id = $1 and note_id = $2 and id = any($3::uuid[]) and removed_at is null`,
    [note.userId, note.id, ids, at],
  );
}

export interface TaskRow {
  id: string;
  title: string;
  position: number;
  completedAt: Date | null;
}

export async function loadTasks(tx: Tx, note: NoteKey): Promise<TaskRow[]> {
  const { rows } = await tx.query<TaskRow>(
    `select id, title, position, completed_at as "completedAt" from public.tasks where user_id = $1 and note_id = $2`,
    [note.userId, note.id],
  );
  return rows;
}

export interface WantedTask {
  rowId: string;
  title: string;
  position: number;
  completedAt: Date | null;
}

export async function insertTasks(tx: Tx, note: NoteKey, tasks: readonly WantedTask[]): Promise<void> {
  await tx.query(
    `insert into public.tasks (id, user_id, note_id, title, position, completed_at)
     select t."rowId", $1, $2, t.title, t.position, t."completedAt"
       from jsonb_to_recordset($3::jsonb) as t ("rowId" uuid, title text, position int, "completedAt" timestamptz)`,
    [note.userId, note.id, JSON.stringify(tasks)],
  );
}

export async function updateTasks(tx: Tx, note: NoteKey, tasks: readonly WantedTask[]): Promise<void> {
  await tx.query(
    `update public.tasks k set title = t.title, position = t.position, completed_at = t."completedAt"
       from jsonb_to_recordset($3::jsonb) as t ("rowId" uuid, title text, position int, "completedAt" timestamptz)
      where k.id = t."rowId" and k.user_id = $1 and k.note_id = $2`,
    [note.userId, note.id, JSON.stringify(tasks)],
  );
}

export async function deleteTasks(tx: Tx, note: NoteKey, ids: readonly string[]): Promise<void> {
  await tx.query('delete from public.tasks where user_id = $1 and note_id = $2 and id = any($3::uuid[])', [
    note.userId,
    note.id,
    ids,
  ]);
}

/** Of the ids, those whose row does not belong to this note: of another note, or of another person. */
export async function foreignIds(
  tx: Tx,
  table: 'cues' | 'tasks',
  note: NoteKey,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.${table} where id = any($1::uuid[]) and (note_id is distinct from $2 or user_id <> $3)`,
    [ids, note.id, note.userId],
  );
  return new Set(rows.map((row) => row.id));
}

export async function loadLinks(tx: Tx, note: NoteKey): Promise<LinkRow[]> {
  const { rows } = await tx.query<LinkRow>(
    `select id, target_kind as "targetKind", target_id as "targetId", target_title as "targetTitle"
       from public.links where user_id = $1 and source_kind = 'note' and source_id = $2`,
    [note.userId, note.id],
  );
  return rows;
}

/** Looks only among the owner's own items. Of several with one title: a note before an article, then the oldest. */
export async function findLinkTargets(tx: Tx, note: NoteKey, links: readonly DerivedLink[]): Promise<LinkTargets> {
  const titles = links.filter((link) => !link.target).map((link) => link.title.toLowerCase());
  const ids = links.flatMap((link) => (link.target ? [link.target.id] : []));
  const { rows } = await tx.query<{ kind: string; id: string; title: string | null }>(
    `select kind, id, title from (
       select 'note' as kind, id, lower(title) as title, created_at from public.notes
        where user_id = $1 and trashed_at is null and title <> '' and lower(title) = any($2::text[]) and id <> $4
       union all
       select 'article', id, lower(title), created_at from public.articles where user_id = $1 and lower(title) = any($2::text[])
       union all
       select 'note', id, null, created_at from public.notes where user_id = $1 and id = any($3::uuid[])
       union all
       select 'article', id, null, created_at from public.articles where user_id = $1 and id = any($3::uuid[])
     ) found order by kind, created_at desc, id`,
    [note.userId, titles, ids, note.id],
  );
  const byTitle = new Map<string, { kind: string; id: string }>();
  const existing = new Set<string>();
  // The last one wins: articles come first, and the youngest of a kind.
  for (const { kind, id, title } of rows) {
    if (title === null) existing.add(`${kind} ${id}`);
    else byTitle.set(title, { kind, id });
  }
  return { byTitle, existing };
}

export async function replaceLinks(
  tx: Tx,
  note: NoteKey,
  difference: { remove: readonly string[]; insert: readonly WantedLink[] },
): Promise<void> {
  const { remove, insert } = difference;
  if (remove.length > 0) {
    await tx.query(
      `delete from public.links where user_id = $1 and source_kind = 'note' and source_id = $2 and id = any($3::uuid[])`,
      [note.userId, note.id, remove],
    );
  }
  if (insert.length > 0) {
    await tx.query(
      `insert into public.links (user_id, source_kind, source_id, target_kind, target_id, target_title)
       select $1, 'note', $2, l."targetKind", l."targetId", l."targetTitle"
         from jsonb_to_recordset($3::jsonb) as l ("targetKind" text, "targetId" uuid, "targetTitle" text)`,
      [note.userId, note.id, JSON.stringify(insert)],
    );
  }
}

/** Links that waited for an item of a title: its owner's only. */
export async function resolveWaitingLinks(tx: Tx, kind: 'note' | 'article', ids: readonly string[]): Promise<void> {
  const [table, condition] = kind === 'note' ? ['notes', 'and i.trashed_at is null'] : ['articles', ''];
  await tx.query(
    `update public.links l set target_kind = $2, target_id = i.id
       from public.${table} i
      where i.id = any($1::uuid[]) ${condition}
        and l.user_id = i.user_id and l.target_id is null and lower(l.target_title) = lower(i.title) and l.source_id <> i.id`,
    [ids, kind],
  );
}
