import { randomUUID } from 'node:crypto';
import { type Review, type ReviewGrade, replay } from '@cairn/contracts/scheduling';
import { createBuiltNote, sendNoteUpdate } from '@cairn/testkit/note-builder';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';

let world: World;
const minute = 60_000;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

interface Row {
  id?: string;
  cue_id: string;
  grade: number;
  reviewed_at?: string;
  user_id?: string;
  duration_ms?: number;
}
const send = (as: TestUser, rows: Row | Row[]) =>
  as.client().from('cue_reviews').upsert(rows, { onConflict: 'id', ignoreDuplicates: true });
const scheduleOf = async (cueId: string) =>
  (await world.sql('select * from public.cue_schedules where cue_id = $1', [cueId]))[0];

/** A cue that was made a month ago, so that reviews may lie in the past. */
async function oldCue(owner: TestUser, text = 'What is a cairn?') {
  const note = await createBuiltNote(world, owner, { title: 'Stones', notes: ['A heap.'], cues: [{ text }] });
  const cueId = note.cueIds[0] ?? '';
  // Past the trigger that keeps created_at as it is.
  await world.sql(`begin; set local session_replication_role = replica;
    update public.cues set created_at = now() - interval '30 days' where id = '${cueId}'; commit`);
  const [row] = await world.sql<{ created_at: Date }>('select created_at from public.cues where id = $1', [cueId]);
  return { ...note, cueId, createdAt: row?.created_at.getTime() ?? 0 };
}

function logOf(cueId: string, createdAt: number): { reviews: Review[]; rows: Row[] } {
  const grades: ReviewGrade[] = [3, 3, 1, 3, 4, 2, 3];
  const reviews = grades.map((grade, index) => ({
    id: randomUUID(),
    grade,
    reviewedAt: Math.floor(createdAt) + (index < 2 ? index * 12 * minute : index * 3 * 24 * 60 * minute),
  }));
  const rows = reviews.map(({ id, grade, reviewedAt }) => ({
    id,
    cue_id: cueId,
    grade,
    reviewed_at: new Date(reviewedAt).toISOString(),
  }));
  return { reviews, rows };
}

describe('refused', () => {
  it("a review of another person's cue, in either name", async () => {
    const { cueId } = await oldCue(world.alice);
    for (const row of [
      { cue_id: cueId, grade: 3 },
      { cue_id: cueId, grade: 3, user_id: world.alice.id },
    ]) {
      const { error, status } = await send(world.eve, row);
      expect([error?.code, status]).toEqual(row.user_id ? ['42501', 403] : ['23503', 409]);
    }
    expect(await world.sql('select id from public.cue_reviews where cue_id = $1', [cueId])).toEqual([]);
    const { data } = await world.eve.client().from('cue_schedules').select().eq('cue_id', cueId);
    expect(data).toEqual([]);
  });

  it('a schedule that a client writes itself, and any change of the log', async () => {
    const { cueId } = await oldCue(world.alice);
    await send(world.alice, { id: randomUUID(), cue_id: cueId, grade: 1 });
    await world.settle();
    const client = world.alice.client();
    const far = { due_at: '2099-01-01T00:00:00Z' };
    const attempts = [
      client.from('cue_schedules').update(far).eq('cue_id', cueId),
      client.from('cue_schedules').upsert({ cue_id: cueId, ...far }),
      client.from('cue_schedules').delete().eq('cue_id', cueId),
      client.from('cue_reviews').update({ grade: 4 }).eq('cue_id', cueId),
      client.from('cue_reviews').delete().eq('cue_id', cueId),
    ];
    for (const { error } of await Promise.all(attempts)) expect(error?.code).toBe('42501');
    expect(await scheduleOf(cueId)).toMatchObject({ reps: 1, state: 'learning' });
  });

  it('a grade that is none, and visitors without an account', async () => {
    const { cueId } = await oldCue(world.alice);
    for (const grade of [0, 5]) {
      expect((await send(world.alice, { cue_id: cueId, grade })).error?.code).toBe('23514');
    }
    const { error } = await world.anonymous().rpc('due_cues');
    expect(error?.code).toBe('42501');
  });
});

describe('a schedule', () => {
  it('is what the log comes to, whatever order it arrived in, sent once or twice', async () => {
    const { cueId, createdAt } = await oldCue(world.alice);
    const { reviews, rows } = logOf(cueId, createdAt);
    const [late, ...early] = rows;
    expect((await send(world.alice, [...early].reverse())).error).toBeNull();
    await world.settle();
    expect((await send(world.alice, [late as Row, ...early.slice(0, 3)])).error).toBeNull();
    await world.settle();

    const expected = replay({ id: cueId, createdAt }, reviews);
    const [row] = (await world.alice.client().from('cue_schedules').select().eq('cue_id', cueId)).data ?? [];
    expect(row).toMatchObject({
      state: expected.state,
      stability: expected.stability,
      difficulty: expected.difficulty,
      reps: reviews.length,
      lapses: expected.lapses,
      scheduled_days: expected.scheduledDays,
    });
    expect(Date.parse(row.due_at)).toBe(expected.dueAt);
    expect(await world.sql('select id from public.cue_reviews where cue_id = $1', [cueId])).toHaveLength(rows.length);
  });

  it('moves a time that cannot be into bounds instead of losing the grade', async () => {
    const { cueId, createdAt } = await oldCue(world.alice);
    const times = { ahead: '2199-01-01T00:00:00Z', before: '1999-01-01T00:00:00Z' };
    for (const reviewed_at of Object.values(times)) await send(world.alice, { cue_id: cueId, grade: 3, reviewed_at });
    const stored = await world.sql<{ reviewed_at: Date }>(
      'select reviewed_at from public.cue_reviews where cue_id = $1 order by reviewed_at',
      [cueId],
    );
    expect(stored[0]?.reviewed_at.getTime()).toBe(createdAt);
    expect(Math.abs((stored[1]?.reviewed_at.getTime() ?? 0) - Date.now())).toBeLessThan(10 * minute);
  });

  it('goes when its cue leaves the note, and comes back with it; the log stays', async () => {
    const { cueId, createdAt, noteId, doc } = await oldCue(world.alice);
    const { reviews, rows } = logOf(cueId, createdAt);
    await send(world.alice, rows);
    await world.settle();
    const before = await scheduleOf(cueId);
    expect(before).toMatchObject({ reps: reviews.length });

    const undo = new Y.UndoManager(doc.getXmlFragment('cues'));
    doc.getXmlFragment('cues').delete(0, 1);
    await sendNoteUpdate(world, world.alice, noteId, Y.encodeStateAsUpdate(doc));
    await world.settle();
    expect(await scheduleOf(cueId)).toBeUndefined();
    const { data: due } = await world.alice.client().rpc('due_cues', { in_note: noteId, include_upcoming: true });
    expect(due).toEqual([]);
    // A device that was away still tells what it did.
    await send(world.alice, { id: randomUUID(), cue_id: cueId, grade: 3, reviewed_at: rows[6]?.reviewed_at ?? '' });
    await world.settle();
    expect(await scheduleOf(cueId)).toBeUndefined();

    undo.undo();
    await sendNoteUpdate(world, world.alice, noteId, Y.encodeStateAsUpdate(doc));
    await world.settle();
    expect(await scheduleOf(cueId)).toMatchObject({ reps: reviews.length + 1 });
  });

  it('of a thousand reviews is written once per batch, and not again when nothing changed', async () => {
    const { cueId, createdAt } = await oldCue(world.bob);
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      id: randomUUID(),
      cue_id: cueId,
      grade: 1 + (index % 4),
      reviewed_at: new Date(createdAt + index * 30 * minute).toISOString(),
    }));
    const changesOf = async () =>
      world.sql("select id from private.changes where table_name = 'cue_schedules' and row_id = $1", [cueId]);
    const before = (await changesOf()).length;
    expect((await send(world.bob, rows)).error).toBeNull();
    await world.settle();
    expect(await scheduleOf(cueId)).toMatchObject({ reps: 1000 });
    // Batches of 200 changes.
    expect((await changesOf()).length - before).toBeLessThanOrEqual(6);
    const after = (await changesOf()).length;
    await world.sql('update public.cue_reviews set duration_ms = 5 where cue_id = $1', [cueId]);
    await world.settle();
    expect((await changesOf()).length).toBe(after);
  });
});

describe('what is due', () => {
  it('is counted and listed in order, of all notes or one, without the trash and without empty cues', async () => {
    const person = await world.signUp('due@example.org');
    const client = person.client();
    const first = await createBuiltNote(world, person, {
      title: 'First',
      cues: [{ text: 'One' }, { text: 'Two' }, { text: '  ' }],
    });
    const second = await createBuiltNote(world, person, { title: 'Second', cues: [{ text: 'Three' }] });
    const list = async (options = {}) =>
      ((await client.rpc('due_cues', options)).data ?? []).map(({ cue_text }: { cue_text: string }) => cue_text);
    const summary = async (options = {}) => (await client.rpc('due_summary', options)).data?.[0];

    expect(await list()).toEqual(['One', 'Two', 'Three']);
    expect(await list({ max_results: 1 })).toEqual(['One']);
    expect(await list({ in_note: second.noteId })).toEqual(['Three']);
    expect(await summary()).toEqual({ due_count: 3, cue_count: 3, next_due_at: null });

    await send(person, { cue_id: first.cueIds[0] ?? '', grade: 4 });
    await world.settle();
    expect(await list()).toEqual(['Two', 'Three']);
    expect(await list({ include_upcoming: true })).toEqual(['Two', 'Three', 'One']);
    const later = await summary();
    expect(later).toMatchObject({ due_count: 2, cue_count: 3 });
    expect(Date.parse(later.next_due_at)).toBeGreaterThan(Date.now() + 24 * 60 * minute);

    await client.from('notes').update({ trashed_at: new Date().toISOString() }).eq('id', first.noteId);
    expect(await list()).toEqual(['Three']);
    expect(await summary({ in_note: first.noteId })).toEqual({ due_count: 0, cue_count: 0, next_due_at: null });
    expect((await world.eve.client().rpc('due_cues', { in_note: second.noteId })).data).toEqual([]);
    expect((await world.eve.client().rpc('due_summary', { in_note: second.noteId })).data?.[0]).toMatchObject({
      cue_count: 0,
    });
  });
});
