import { randomUUID } from 'node:crypto';
import { noteFragments, noteNodes } from '@cairn/contracts/note-document';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as Y from 'yjs';
import { createMemoryStorage } from './memory-storage.ts';
import { NoteSender } from './note-sender.ts';
import { NoteServerError } from './note-server.ts';
import { NoteSession } from './note-session.ts';
import type { NoteStorage } from './note-storage.ts';
import { createResilientStorage } from './resilient-storage.ts';
import { createRestNoteServer } from './rest-note-server.ts';
import type { SyncClock } from './sync-clock.ts';

/** Nothing happens by itself: the tests say when something is sent or read. */
const stillClock: SyncClock = { after: () => () => {}, random: () => 1 };
const origin = Symbol('editor');

/** What becomes of a request: `lose-request` never reaches the server, `lose-answer` does, and nobody hears of it. */
type Network = 'works' | 'lose-request' | 'lose-answer';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

/** A device of a person: the parts of the engine as the app puts them together, over a network that can be cut. */
async function openDevice(person: TestUser, noteId: string, disk: NoteStorage = createMemoryStorage()) {
  const network: { state: Network; posts: number } = { state: 'works', posts: 0 };
  const overNetwork: typeof fetch = async (input, init) => {
    if (network.state === 'lose-request') throw new TypeError('fetch failed');
    const response = await fetch(input, init);
    const isUpdate = init?.method === 'POST' && String(input).includes('/note_updates');
    if (isUpdate) network.posts += 1;
    if (network.state === 'lose-answer' && isUpdate) {
      await response.arrayBuffer();
      throw new TypeError('fetch failed');
    }
    return response;
  };
  const client = createClient(world.url, world.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: WebSocket as never },
    global: { fetch: overNetwork, headers: { authorization: `Bearer ${person.accessToken}` } },
  });
  const storage = createResilientStorage(disk);
  const server = createRestNoteServer(async () => client);
  const sender = new NoteSender({
    storage,
    server,
    clock: stillClock,
    lock: (_name, work) => work(),
    newId: () => randomUUID(),
  });
  const session = new NoteSession({
    noteId,
    storage,
    server,
    sender,
    channel: { post: () => {}, listen: () => {}, close: () => {} },
    clock: stillClock,
    now: () => Date.now(),
    isVisible: () => true,
  });
  await session.open();
  const fragment = (name: keyof typeof noteFragments) => session.doc.getXmlFragment(noteFragments[name]);
  return {
    session,
    sender,
    server,
    network,
    change: (name: keyof typeof noteFragments, ...blocks: Y.XmlElement[]) =>
      session.doc.transact(() => fragment(name).push(blocks), origin),
    write: (text: string) => session.doc.transact(() => fragment('notes').push([paragraph(text)]), origin),
    text: () => paragraphsOf(session.doc),
  };
}

const element = (name: string, attributes: Record<string, unknown>, ...content: (Y.XmlElement | Y.XmlText)[]) => {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, content);
  return made;
};
const paragraph = (text: string) => element(noteNodes.paragraph, {}, new Y.XmlText(text));
const paragraphsOf = (doc: Y.Doc): string[] =>
  doc
    .getXmlFragment(noteFragments.notes)
    .toArray()
    .map((block) => String((block as Y.XmlElement).get(0)));

async function newNote(person: TestUser, title = 'Stones'): Promise<string> {
  const id = randomUUID();
  const { error } = await person.client().from('notes').insert({ id, title });
  if (error) throw new Error(error.message);
  return id;
}

const rowsOf = (noteId: string) =>
  world.sql<{ id: string }>('select id from public.note_updates where note_id = $1 order by seq', [noteId]);

/** As the server derived it. */
async function derivedText(noteId: string): Promise<string> {
  await world.settle();
  const [row] = await world.sql<{ text: string }>('select text from public.notes where id = $1', [noteId]);
  return row?.text ?? '';
}

/** What somebody sees who opens the note for the first time. */
async function freshText(person: TestUser, noteId: string): Promise<string[]> {
  const device = await openDevice(person, noteId);
  const text = device.text();
  await device.session.close();
  return text;
}

describe("someone else's note", () => {
  it('cannot be opened, read or written', async () => {
    const noteId = await newNote(world.alice);
    const hers = await openDevice(world.alice, noteId);
    hers.write('Nobody else reads this.');
    await hers.session.flush();
    const before = await rowsOf(noteId);
    expect(before.length).toBe(1);

    const his = await openDevice(world.bob, noteId);
    expect(his.session.view().phase).toBe('absent');
    expect(await his.server.head(noteId)).toBeNull();
    expect(await his.server.updatesFrom(noteId, 0)).toEqual([]);
    await expect(his.server.document(noteId)).rejects.toMatchObject({ failure: 'gone' });

    his.write('Written by bob.');
    await his.session.flush();
    expect(his.session.view().save.kind).toBe('problem');
    const batch = { id: randomUUID(), through: 1, pieces: [], title: 'Taken over' };
    const sent = his.server.send(noteId, batch, Y.encodeStateAsUpdate(his.session.doc));
    await expect(sent).rejects.toBeInstanceOf(NoteServerError);
    // Nor by the id of one of her rows: what is there stays as it is.
    const [row] = before;
    const again = { id: row?.id ?? '', through: 1, pieces: [] };
    await his.server.send(noteId, again, Y.encodeStateAsUpdate(his.session.doc)).catch(() => {});

    expect(await rowsOf(noteId)).toEqual(before);
    expect(await derivedText(noteId)).toBe('Nobody else reads this.');
    const [note] = await world.sql<{ title: string }>('select title from public.notes where id = $1', [noteId]);
    expect(note?.title).toBe('Stones');
    await Promise.all([hers.session.close(), his.session.close()]);
  });
});

describe('two devices of one person', () => {
  it('merge what was written apart without a network, on both and on the server', async () => {
    const noteId = await newNote(world.alice);
    const laptop = await openDevice(world.alice, noteId);
    const phone = await openDevice(world.alice, noteId);
    laptop.write('Before.');
    await laptop.session.flush();
    await world.settle();
    await phone.session.pull('changes');
    expect(phone.text()).toEqual(['Before.']);

    for (const { network } of [laptop, phone]) network.state = 'lose-request';
    laptop.write('On the laptop.');
    phone.write('On the phone.');
    await Promise.all([laptop.session.flush(), phone.session.flush()]);
    expect(laptop.session.view().save.kind).toBe('offline');
    expect(phone.session.view().save.kind).toBe('offline');
    expect(await derivedText(noteId)).toBe('Before.');

    for (const { network } of [laptop, phone]) network.state = 'works';
    await laptop.session.flush();
    await phone.session.flush();
    await laptop.session.pull('whole');
    await phone.session.pull('whole');
    expect(laptop.text()).toEqual(phone.text());
    expect(laptop.text().toSorted()).toEqual(['Before.', 'On the laptop.', 'On the phone.']);
    expect(await derivedText(noteId)).toBe(laptop.text().join('\n\n'));
    // And after the server has merged the rows.
    expect(await freshText(world.alice, noteId)).toEqual(laptop.text());
    expect([laptop.session.view().save.kind, phone.session.view().save.kind]).toEqual(['saved', 'saved']);
    await Promise.all([laptop.session.close(), phone.session.close()]);
  });

  it('make of what they wrote the text, the cues, the tasks and the links', async () => {
    const target = await newNote(world.alice, 'Rivers');
    const noteId = await newNote(world.alice);
    const laptop = await openDevice(world.alice, noteId);
    const phone = await openDevice(world.alice, noteId);
    const [cueId, taskId] = [randomUUID(), randomUUID()];
    laptop.write('Granite is slow. See [[Rivers]].');
    laptop.change('cues', element(noteNodes.cue, { cueId }, new Y.XmlText('How slow?')));
    phone.change('notes', element(noteNodes.taskItem, { taskId, checked: false }, paragraph('Weigh it')));
    phone.change('summary', paragraph('Stones are patient.'));
    await Promise.all([laptop.session.flush(), phone.session.flush()]);
    await world.settle();

    const [note] = await world.sql('select text, summary, word_count from public.notes where id = $1', [noteId]);
    expect(note).toMatchObject({ summary: 'Stones are patient.' });
    expect(note?.text).toContain('Granite is slow. See [[Rivers]].');
    expect(note?.text).toContain('Weigh it');
    const cues = await world.sql('select id, text, user_id from public.cues where note_id = $1', [noteId]);
    expect(cues).toEqual([{ id: cueId, text: 'How slow?', user_id: world.alice.id }]);
    const tasks = await world.sql('select id, title, completed_at from public.tasks where note_id = $1', [noteId]);
    expect(tasks).toEqual([{ id: taskId, title: 'Weigh it', completed_at: null }]);
    const links = await world.sql('select target_kind, target_id from public.links where source_id = $1', [noteId]);
    expect(links).toEqual([{ target_kind: 'note', target_id: target }]);
    await Promise.all([laptop.session.close(), phone.session.close()]);
  });
});

describe('a server that goes away while a note is being saved', () => {
  it.each(['lose-request', 'lose-answer'] as const)('loses and doubles nothing: %s', async (fault) => {
    const noteId = await newNote(world.alice);
    const device = await openDevice(world.alice, noteId);
    device.network.state = fault;
    device.write('One.');
    await device.session.flush();
    expect(device.session.view().save.kind).toBe('offline');
    expect((await rowsOf(noteId)).length).toBe(fault === 'lose-answer' ? 1 : 0);
    device.write('Two.');
    await device.session.flush();
    device.network.state = 'works';
    await device.session.flush();
    expect(device.session.view().save.kind).toBe('saved');
    // The batch whose answer was lost went again, twice, and under its id; what was written later went in one of its own.
    expect(device.network.posts).toBe(fault === 'lose-answer' ? 4 : 2);
    expect((await rowsOf(noteId)).length).toBe(2);
    expect(await derivedText(noteId)).toBe('One.\n\nTwo.');
    expect(await freshText(world.alice, noteId)).toEqual(['One.', 'Two.']);
    await device.session.close();
  });

  it('has everything when the page was killed too, and the next one sends what the first left behind', async () => {
    const noteId = await newNote(world.alice);
    const disk = createMemoryStorage();
    const killed = await openDevice(world.alice, noteId, disk);
    killed.network.state = 'lose-answer';
    killed.write('Sent, never confirmed.');
    await killed.session.flush();
    killed.network.state = 'lose-request';
    killed.write('Never sent.');
    await killed.session.written();

    const next = await openDevice(world.alice, noteId, disk);
    expect(next.text()).toEqual(['Sent, never confirmed.', 'Never sent.']);
    await next.session.flush();
    expect(await derivedText(noteId)).toBe('Sent, never confirmed.\n\nNever sent.');
    expect((await rowsOf(noteId)).length).toBe(2);
    await next.session.close();
  });
});
