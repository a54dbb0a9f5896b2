import { randomUUID } from 'node:crypto';
import { actAs } from '@cairn/testkit/act-as';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let db: Client;
const [alice, eve, noteId] = [randomUUID(), randomUUID(), randomUUID()];
const insert = 'insert into public.note_updates (note_id, update) values ($1, $2)';
const insertAs = 'insert into public.note_updates (user_id, note_id, update) values ($1, $2, $3)';
const update = Buffer.from([0, 0]);

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Client({ connectionString: database.connectionString });
  await db.connect();
  for (const id of [alice, eve])
    await db.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.org`]);
  await db.query('insert into public.notes (id, user_id) values ($1, $2)', [noteId, alice]);
});
afterAll(async () => {
  await db?.end();
  await database?.close();
});

describe("another person's note", () => {
  it('takes no updates: not in the own name, not in its owner’s, not from nobody', async () => {
    await expect(actAs(db, eve, () => db.query(insert, [noteId, update]))).rejects.toMatchObject({ code: '23503' });
    await expect(actAs(db, eve, () => db.query(insertAs, [alice, noteId, update]))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(actAs(db, 'anon', () => db.query(insert, [noteId, update]))).rejects.toMatchObject({ code: '42501' });
  });

  it('lets nobody write what the server derives, not even its owner', async () => {
    for (const column of ['document', 'document_seq', 'text', 'summary', 'word_count']) {
      const write = `update public.notes set ${column} = default where id = $1`;
      await expect(actAs(db, alice, () => db.query(write, [noteId]))).rejects.toMatchObject({ code: '42501' });
    }
    for (const write of ['delete from public.note_updates', "update public.note_updates set update = '\\x00'"]) {
      await expect(actAs(db, alice, () => db.query(write))).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('takes updates from its owner', async () => {
    const result = await actAs(db, alice, () => db.query(insert, [noteId, update]));
    expect(result.rowCount).toBe(1);
  });

  it('keeps what was put aside from every client', async () => {
    for (const actor of [alice, 'anon'] as const) {
      for (const table of ['damaged_note_updates', 'change_dead_letters', 'changes', 'change_consumers']) {
        await expect(actAs(db, actor, () => db.query(`select from private.${table}`))).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
  });
});
