import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { userActor } from '../../kernel/actor.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createChangeFeed } from '../../platform/changes/change-feed.ts';
import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createPgDb } from '../../platform/db/pg-db.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createNotesService } from './notes-service.ts';

let database: TestDatabase;
let db: Db;
let sql: Client;
let feed: ChangeFeed;
const alice = userActor(randomUUID());
const bob = userActor(randomUUID());
/** Set to fail the n-th statement from now: a crash between two steps. */
let crashAfter = Number.POSITIVE_INFINITY;

const crashing = (tx: Tx): Tx => ({
  query: (text, params) => {
    crashAfter -= 1;
    if (crashAfter < 0) {
      crashAfter = Number.POSITIVE_INFINITY;
      return Promise.reject(new Error('crash'));
    }
    return tx.query(text, params);
  },
});

/** A client's copy of a note: what it edits becomes rows of `note_updates`, as its owner. */
class Copy {
  readonly doc = new Y.Doc();
  readonly outbox: Uint8Array[] = [];
  constructor() {
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'server') this.outbox.push(update);
    });
  }
  fragment(name: 'cues' | 'notes' | 'summary'): Y.XmlFragment {
    return this.doc.getXmlFragment(name);
  }
}

const newNote = async (title = ''): Promise<string> => {
  const { rows } = await sql.query('insert into public.notes (user_id, title) values ($1, $2) returning id', [
    alice.userId,
    title,
  ]);
  return rows[0].id;
};
const send = (noteId: string, update: Uint8Array, id = randomUUID()): Promise<unknown> =>
  db.asActor(alice, (tx) =>
    tx.query('insert into public.note_updates (id, note_id, update) values ($1, $2, $3) on conflict (id) do nothing', [
      id,
      noteId,
      update,
    ]),
  );
const flush = async (noteId: string, copy: Copy): Promise<void> => {
  for (const update of copy.outbox.splice(0)) await send(noteId, update);
};
const noteRow = async (id: string) => {
  const { rows } = await sql.query(
    'select document, document_seq::int, text, summary, word_count, updated_at, xmin::text from public.notes where id = $1',
    [id],
  );
  return rows[0];
};
const documentOf = async (id: string): Promise<Y.Doc> => {
  const doc = new Y.Doc();
  const { document } = await noteRow(id);
  if (document) Y.applyUpdate(doc, document);
  return doc;
};
const rowsOf = async (table: string, noteId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql.query(
    `select *, xmin::text from public.${table} where note_id = $1 order by position, id`,
    [noteId],
  );
  return rows;
};
const block = (text: string, name = 'paragraph', attributes: Record<string, unknown> = {}): Y.XmlElement => {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, [new Y.XmlText(text)]);
  return made;
};
const task = (text: string, taskId: string, checked: boolean): Y.XmlElement => {
  const item = new Y.XmlElement('taskItem');
  item.setAttribute('taskId', taskId);
  item.setAttribute('checked', checked as unknown as string);
  item.insert(0, [block(text)]);
  return item;
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  sql = new Client({ connectionString: database.connectionString });
  await sql.connect();
  for (const user of [alice, bob]) {
    await sql.query('insert into auth.users (id, email) values ($1, $2)', [user.userId, `${user.userId}@example.org`]);
  }
  const notes = createNotesService({ logger: silentLogger, clock: systemClock, mostBytes: 300_000 });
  feed = createChangeFeed({ db, logger: silentLogger, clock: systemClock });
  feed.consume('notes', (changes, tx, signal) => notes.handleChanges(changes, crashing(tx), signal));
});
afterAll(async () => {
  await sql?.end();
  await db?.close();
  await database?.close();
});

describe('merging a note', () => {
  it('brings two copies that were edited apart to the document that Yjs itself makes', async () => {
    let state = 11;
    const random = (below: number): number => {
      state = (state * 1664525 + 1013904223) % 4294967296;
      return Math.floor((state / 4294967296) * below);
    };
    const edit = (copy: Copy): void => {
      const fragment = copy.fragment((['cues', 'notes', 'summary'] as const)[random(3)] ?? 'notes');
      const at = random(fragment.length + 1);
      const child = fragment.length > 0 ? fragment.get(random(fragment.length)) : null;
      const kind = random(6);
      if (kind < 2 || !(child instanceof Y.XmlElement)) fragment.insert(at, [block(`block ${random(1000)}`)]);
      else if (kind === 2) fragment.delete(random(fragment.length), 1);
      else if (kind === 3) child.setAttribute('level', String(random(6)));
      else {
        const text = child.get(0);
        if (!(text instanceof Y.XmlText)) return;
        if (kind === 4) text.insert(random(text.length + 1), ` word${random(100)} 😀`);
        else if (text.length > 2) text.delete(random(text.length - 1), 1);
      }
    };
    for (let round = 0; round < 8; round += 1) {
      const noteId = await newNote();
      const one = new Copy();
      const two = new Copy();
      const sent: Uint8Array[] = [];
      for (let turn = 0; turn < 30; turn += 1) {
        edit(one);
        edit(two);
        if (random(8) === 0) {
          // The copies meet now and then, as clients do that are online.
          Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(two.doc), 'server');
          Y.applyUpdate(two.doc, Y.encodeStateAsUpdate(one.doc), 'server');
        }
      }
      sent.push(...one.outbox, ...two.outbox);
      // Out of order, and some twice.
      const order = [...sent, ...sent.filter(() => random(4) === 0)].sort(() => random(3) - 1);
      for (let from = 0; from < order.length; from += 20) {
        const part = order.slice(from, from + 20);
        await db.asActor(alice, async (tx) => {
          for (const update of part) {
            await tx.query('insert into public.note_updates (note_id, update) values ($1, $2)', [noteId, update]);
          }
        });
        await feed.drain();
      }
      Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(two.doc), 'server');
      const merged = await documentOf(noteId);
      for (const name of ['cues', 'notes', 'summary'] as const) {
        expect(merged.getXmlFragment(name).toString()).toBe(one.fragment(name).toString());
      }
      expect(Y.encodeStateVector(merged)).toEqual(Y.encodeStateVector(one.doc));
    }
  });

  it('takes an update that is sent again under the same id for the same', async () => {
    const noteId = await newNote();
    const copy = new Copy();
    copy.fragment('notes').insert(0, [block('Once.')]);
    const id = randomUUID();
    const [update = new Uint8Array()] = copy.outbox;
    await send(noteId, update, id);
    await send(noteId, update, id);
    await feed.drain();
    const before = await noteRow(noteId);
    await send(noteId, update, id);
    await feed.drain();
    expect(await noteRow(noteId)).toEqual(before);
    expect(before).toMatchObject({ text: 'Once.', word_count: 1 });
  });

  it('merges an update whose number is lower than one that was merged before it', async () => {
    const noteId = await newNote();
    const one = new Copy();
    one.fragment('notes').insert(0, [block('early number, late commit')]);
    const two = new Copy();
    two.fragment('summary').insert(0, [block('committed first')]);
    await sql.query('begin');
    await sql.query(`select nextval(pg_get_serial_sequence('public.note_updates', 'seq')) as seq`);
    const { rows } = await sql.query(`select currval(pg_get_serial_sequence('public.note_updates', 'seq')) as seq`);
    await flush(noteId, two);
    await feed.drain();
    await sql.query(
      'insert into public.note_updates (user_id, note_id, seq, update) overriding system value values ($1, $2, $3, $4)',
      [alice.userId, noteId, rows[0].seq, one.outbox[0]],
    );
    await sql.query('commit');
    await feed.drain();
    expect(await noteRow(noteId)).toMatchObject({ text: 'early number, late commit', summary: 'committed first' });
  });

  it('puts a damaged update aside and keeps the document and the others', async () => {
    const noteId = await newNote();
    const copy = new Copy();
    copy.fragment('notes').insert(0, [block('Sound.')]);
    const [sound = new Uint8Array()] = copy.outbox;
    await send(noteId, new Uint8Array([255, 255, 255, 255, 1, 2, 3]));
    await send(noteId, sound.slice(0, sound.length - 4));
    await flush(noteId, copy);
    await feed.drain();
    copy.fragment('notes').insert(1, [block('Still sound.')]);
    await send(noteId, new Uint8Array([9]));
    await flush(noteId, copy);
    await feed.drain();
    expect((await noteRow(noteId)).text).toBe('Sound.\n\nStill sound.');
    const { rows } = await sql.query('select reason, user_id from private.damaged_note_updates where note_id = $1', [
      noteId,
    ]);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ reason: 'unreadable', user_id: alice.userId })));
    expect(feed.stats().deadLettered).toBe(0);
  });

  it('does not let a document grow beyond its bound', async () => {
    const noteId = await newNote();
    const copy = new Copy();
    copy.fragment('notes').insert(0, [block('Small.')]);
    copy.fragment('notes').insert(1, [block('x'.repeat(400_000))]);
    await flush(noteId, copy);
    await feed.drain();
    expect((await noteRow(noteId)).text).toBe('Small.');
    const { rows } = await sql.query('select reason from private.damaged_note_updates where note_id = $1', [noteId]);
    expect(rows).toEqual([{ reason: 'too_large' }]);
  });

  it('refuses an update of a note that is full', async () => {
    const noteId = await newNote();
    await sql.query('update public.notes set document = $2 where id = $1', [
      noteId,
      Buffer.alloc(8 * 1024 * 1024 - 10),
    ]);
    await expect(send(noteId, new Uint8Array(11))).rejects.toMatchObject({ code: '54000' });
    await sql.query('delete from public.notes where id = $1', [noteId]);
  });

  it('closes the gap behind a lost update when the editor sends what is missing', async () => {
    const noteId = await newNote();
    const copy = new Copy();
    copy.fragment('notes').insert(0, [block('one')]);
    copy.fragment('notes').insert(1, [block('two')]);
    copy.fragment('notes').insert(2, [block('three')]);
    copy.outbox.splice(1, 1);
    await flush(noteId, copy);
    await feed.drain();
    expect((await noteRow(noteId)).text).toBe('one');
    const known = Y.encodeStateVector(await documentOf(noteId));
    await send(noteId, Y.encodeStateAsUpdate(copy.doc, known));
    await feed.drain();
    expect((await noteRow(noteId)).text).toBe('one\n\ntwo\n\nthree');
  });

  it('loses nothing when it is cut off between any two steps', async () => {
    for (let step = 0; step < 14; step += 1) {
      const noteId = await newNote();
      const copy = new Copy();
      const [cueId, taskId] = [randomUUID(), randomUUID()];
      copy.fragment('notes').insert(0, [block('Text with [[A link]].'), task('Do it', taskId, false)]);
      copy.fragment('cues').insert(0, [block('Why?', 'cue', { cueId })]);
      await flush(noteId, copy);
      crashAfter = step;
      await feed.drain();
      crashAfter = Number.POSITIVE_INFINITY;
      expect((await noteRow(noteId)).text).toBe('Text with [[A link]].\n\nDo it');
      expect(await rowsOf('cues', noteId)).toMatchObject([{ id: cueId, text: 'Why?', user_id: alice.userId }]);
      expect(await rowsOf('tasks', noteId)).toMatchObject([{ id: taskId, title: 'Do it' }]);
      const { rows } = await sql.query('select target_title from public.links where source_id = $1', [noteId]);
      expect(rows).toEqual([{ target_title: 'A link' }]);
    }
    expect(feed.stats().deadLettered).toBe(0);
  });

  it('removes old updates that are in the document, and keeps the newest', async () => {
    const noteId = await newNote();
    const copy = new Copy();
    const text = new Y.XmlText('');
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [text]);
    copy.fragment('notes').insert(0, [paragraph]);
    for (let i = 0; i < 620; i += 1) text.insert(text.length, `${i} `);
    await db.asActor(alice, async (tx) => {
      for (const update of copy.outbox.splice(0)) {
        await tx.query('insert into public.note_updates (note_id, update) values ($1, $2)', [noteId, update]);
      }
    });
    await feed.drain();
    text.insert(text.length, 'end');
    await flush(noteId, copy);
    await feed.drain();
    const count = async (): Promise<number> => {
      const { rows } = await sql.query('select count(*)::int as n from public.note_updates where note_id = $1', [
        noteId,
      ]);
      return rows[0].n;
    };
    expect(await count()).toBe(500);
    await sql.query(`update public.note_updates set created_at = now() - interval '2 hours' where note_id = $1`, [
      noteId,
    ]);
    text.insert(text.length, '.');
    await flush(noteId, copy);
    await feed.drain();
    expect(await count()).toBe(100);
    expect((await documentOf(noteId)).getXmlFragment('notes').toString()).toBe(copy.fragment('notes').toString());
  });
});
