import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { type UserActor, userActor } from '../../kernel/actor.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createChangeFeed } from '../../platform/changes/change-feed.ts';
import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Db } from '../../platform/db/db.ts';
import { createPgDb } from '../../platform/db/pg-db.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createNotesService } from './notes-service.ts';

let database: TestDatabase;
let db: Db;
let sql: Client;
let feed: ChangeFeed;
const alice = userActor(randomUUID());
const bob = userActor(randomUUID());

const newNote = async (title = '', owner: UserActor = alice): Promise<string> => {
  const { rows } = await sql.query('insert into public.notes (user_id, title) values ($1, $2) returning id', [
    owner.userId,
    title,
  ]);
  return rows[0].id;
};
/** Edits a note as its owner: opens it, changes it, sends what changed, and waits for what follows. */
const edit = async (noteId: string, change: (doc: Y.Doc) => void, owner: UserActor = alice): Promise<void> => {
  const { rows } = await sql.query('select document from public.notes where id = $1', [noteId]);
  const doc = new Y.Doc();
  if (rows[0].document) Y.applyUpdate(doc, rows[0].document);
  const known = Y.encodeStateVector(doc);
  doc.transact(() => change(doc));
  await db.asActor(owner, (tx) =>
    tx.query('insert into public.note_updates (note_id, update) values ($1, $2)', [
      noteId,
      Y.encodeStateAsUpdate(doc, known),
    ]),
  );
  await feed.drain();
};
const element = (name: string, attributes: Record<string, unknown>, text: string): Y.XmlElement => {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, [new Y.XmlText(text)]);
  return made;
};
const cue = (cueId: string, text: string) => (doc: Y.Doc) =>
  doc.getXmlFragment('cues').push([element('cue', { cueId }, text)]);
const write = (text: string) => (doc: Y.Doc) => doc.getXmlFragment('notes').push([element('paragraph', {}, text)]);
const taskItem = (taskId: string, checked: boolean, text: string) => (doc: Y.Doc) => {
  const item = new Y.XmlElement('taskItem');
  item.setAttribute('taskId', taskId);
  item.setAttribute('checked', checked as unknown as string);
  item.insert(0, [element('paragraph', {}, text)]);
  doc.getXmlFragment('notes').push([item]);
};
const cuesOf = async (noteId: string) => {
  const { rows } = await sql.query(
    'select id, user_id, text, position, removed_at is not null as removed, xmin::text from public.cues where note_id = $1 order by position, id',
    [noteId],
  );
  return rows;
};
const tasksOf = async (noteId: string) => {
  const { rows } = await sql.query(
    'select id, title, completed_at, user_id from public.tasks where note_id = $1 order by position',
    [noteId],
  );
  return rows;
};
const linksOf = async (noteId: string) => {
  const { rows } = await sql.query(
    'select target_kind, target_id, target_title from public.links where source_id = $1 order by target_title',
    [noteId],
  );
  return rows;
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  sql = new Client({ connectionString: database.connectionString });
  await sql.connect();
  for (const user of [alice, bob]) {
    await sql.query('insert into auth.users (id, email) values ($1, $2)', [user.userId, `${user.userId}@example.org`]);
  }
  feed = createChangeFeed({ db, logger: silentLogger, clock: systemClock });
  feed.consume('notes', createNotesService({ logger: silentLogger, clock: systemClock }).handleChanges);
});
afterAll(async () => {
  await sql?.end();
  await db?.close();
  await database?.close();
});

describe('cues', () => {
  it('keep their rows when the note is edited, leave with removed_at and come back as they were', async () => {
    const noteId = await newNote();
    const [first, second] = [randomUUID(), randomUUID()];
    await edit(noteId, (doc) => {
      cue(first, 'First?')(doc);
      cue(second, 'Second?')(doc);
    });
    const before = await cuesOf(noteId);
    expect(before).toMatchObject([
      { id: first, user_id: alice.userId, text: 'First?', position: 0, removed: false },
      { id: second, text: 'Second?', position: 1, removed: false },
    ]);
    await edit(noteId, write('Something else.'));
    expect(await cuesOf(noteId)).toEqual(before);
    await edit(noteId, (doc) => doc.getXmlFragment('cues').delete(1, 1));
    expect(await cuesOf(noteId)).toMatchObject([before[0], { id: second, removed: true }]);
    await edit(noteId, cue(second, 'Second, again?'));
    expect(await cuesOf(noteId)).toMatchObject([before[0], { id: second, text: 'Second, again?', removed: false }]);
  });

  it('that are copies get rows of their own, whoever the original belongs to', async () => {
    const original = await newNote();
    const cueId = randomUUID();
    await edit(original, cue(cueId, 'Mine?'));
    const copy = await newNote();
    await edit(copy, (doc) => {
      cue(cueId, 'Pasted?')(doc);
      cue(cueId, 'Pasted twice?')(doc);
    });
    const stranger = await newNote('', bob);
    await edit(stranger, cue(cueId, 'Taken?'), bob);
    expect(await cuesOf(original)).toMatchObject([{ id: cueId, text: 'Mine?', user_id: alice.userId }]);
    const copies = await cuesOf(copy);
    expect(new Set([cueId, ...copies.map((row) => row.id)]).size).toBe(3);
    expect(await cuesOf(stranger)).toMatchObject([{ text: 'Taken?', user_id: bob.userId }]);
    await edit(copy, write('More.'));
    expect(await cuesOf(copy)).toEqual(copies);
  });
});

describe('tasks', () => {
  it('follow their checkboxes, and go with them', async () => {
    const noteId = await newNote();
    const taskId = randomUUID();
    await edit(noteId, taskItem(taskId, false, 'Water the plants'));
    expect(await tasksOf(noteId)).toEqual([
      { id: taskId, title: 'Water the plants', completed_at: null, user_id: alice.userId },
    ]);
    const box = (doc: Y.Doc): Y.XmlElement => doc.getXmlFragment('notes').get(0) as Y.XmlElement;
    await edit(noteId, (doc) => box(doc).setAttribute('checked', true as unknown as string));
    const [done] = await tasksOf(noteId);
    expect(done?.completed_at).toBeInstanceOf(Date);
    await edit(noteId, write('An unrelated line.'));
    expect((await tasksOf(noteId))[0]?.completed_at).toEqual(done?.completed_at);
    await edit(noteId, (doc) => doc.getXmlFragment('notes').delete(0, 1));
    expect(await tasksOf(noteId)).toEqual([]);
  });

  it('ticked off in the to-do list stay so until the box itself is changed', async () => {
    const noteId = await newNote();
    const taskId = randomUUID();
    await edit(noteId, taskItem(taskId, false, 'Call Ada'));
    await sql.query('update public.tasks set completed_at = now() where id = $1', [taskId]);
    await edit(noteId, write('An unrelated line.'));
    expect((await tasksOf(noteId))[0]?.completed_at).toBeInstanceOf(Date);
  });

  it('never take over a task that is not the note’s', async () => {
    const { rows } = await sql.query(
      `insert into public.tasks (user_id, title) values ($1, 'Bob''s own') returning id`,
      [bob.userId],
    );
    const noteId = await newNote();
    await edit(noteId, taskItem(rows[0].id, true, 'Stolen?'));
    const { rows: after } = await sql.query(
      'select title, user_id, note_id, completed_at from public.tasks where id = $1',
      [rows[0].id],
    );
    expect(after).toEqual([{ title: "Bob's own", user_id: bob.userId, note_id: null, completed_at: null }]);
    expect(await tasksOf(noteId)).toMatchObject([{ title: 'Stolen?', user_id: alice.userId }]);
  });
});

describe('links', () => {
  it("find the owner's item of that title, and never another person's", async () => {
    await newNote('Shared Title', bob);
    const noteId = await newNote();
    await edit(noteId, write('See [[Shared title]].'));
    expect(await linksOf(noteId)).toEqual([{ target_kind: 'note', target_id: null, target_title: 'Shared title' }]);
    const target = await newNote('Shared Title');
    await feed.drain();
    expect(await linksOf(noteId)).toEqual([{ target_kind: 'note', target_id: target, target_title: 'Shared title' }]);
  });

  it('stay with the item when it is renamed, and wait again when it is deleted', async () => {
    const target = await newNote('Old Name');
    const noteId = await newNote();
    await edit(noteId, write('See [[Old Name]].'));
    await sql.query(`update public.notes set title = 'New Name' where id = $1`, [target]);
    await edit(noteId, write('Another line.'));
    expect(await linksOf(noteId)).toEqual([{ target_kind: 'note', target_id: target, target_title: 'Old Name' }]);
    await sql.query('delete from public.notes where id = $1', [target]);
    await edit(noteId, write('A third line.'));
    expect(await linksOf(noteId)).toEqual([{ target_kind: 'note', target_id: null, target_title: 'Old Name' }]);
    await edit(noteId, (doc) => doc.getXmlFragment('notes').delete(0, 1));
    expect(await linksOf(noteId)).toEqual([]);
  });

  it("by address lead to the owner's items only", async () => {
    const foreign = await newNote('Secret', bob);
    const own = await newNote('Own');
    const noteId = await newNote();
    await edit(noteId, (doc) => {
      const paragraph = new Y.XmlElement('paragraph');
      const text = new Y.XmlText();
      text.insert(0, 'a', { link: { href: `/note/${foreign}` } });
      text.insert(1, 'b', { link: { href: `http://localhost:54321/note/${own}` } });
      paragraph.insert(0, [text]);
      doc.getXmlFragment('notes').push([paragraph]);
    });
    expect(await linksOf(noteId)).toEqual([{ target_kind: 'note', target_id: own, target_title: 'b' }]);
  });
});
