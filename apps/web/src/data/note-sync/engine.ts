import { newId } from '../../lib/new-id.ts';
import { keptSession } from '../kept-session.ts';
import { supabase } from '../supabase-client.ts';
import { openIndexedDbStorage } from './indexeddb-storage.ts';
import { NoteSender } from './note-sender.ts';
import type { NoteServer } from './note-server.ts';
import { NoteSession } from './note-session.ts';
import { createResilientStorage, type ResilientStorage } from './resilient-storage.ts';
import { createRestNoteServer } from './rest-note-server.ts';
import { browserClock } from './sync-clock.ts';
import { browserTabChannel } from './tab-channel.ts';
import { browserTabLock } from './tab-lock.ts';

interface Engine {
  storage: ResilientStorage;
  server: NoteServer;
  sender: NoteSender;
}

const engines = new Map<string, Promise<Engine>>();
const sessions = new Map<string, { session: NoteSession; users: number; opened: Promise<void> }>();
let isListening = false;

/** The engine of whoever is signed in; it is made once, and sends what earlier pages left behind. */
export async function noteEngine(): Promise<Engine> {
  // Known without the network: notes are written offline too.
  const userId = keptSession().known()?.user.id;
  if (!userId) throw new Error('Notes need someone who is signed in.');
  const engine = engines.get(userId) ?? startEngine(userId);
  engines.set(userId, engine);
  return engine;
}

async function startEngine(userId: string): Promise<Engine> {
  const storage = createResilientStorage(await openIndexedDbStorage(userId).catch(() => null));
  const server = createRestNoteServer(supabase);
  const sender = new NoteSender({
    storage,
    server,
    clock: browserClock,
    // A queue that only this tab has needs no turn-taking.
    lock: storage.isShared ? browserTabLock() : (_name, work) => work(),
    newId,
  });
  listenToBrowser();
  void sender.resume();
  return { storage, server, sender };
}

/** Opens a note; the same session for all who have it open in this tab. Give it back with `releaseNote`. */
export async function openNote(noteId: string): Promise<NoteSession> {
  const { storage, server, sender } = await noteEngine();
  let entry = sessions.get(noteId);
  if (!entry) {
    const session = new NoteSession({
      noteId,
      storage,
      server,
      sender,
      channel: browserTabChannel(noteId),
      clock: browserClock,
      now: () => Date.now(),
      isVisible: () => document.visibilityState !== 'hidden',
    });
    entry = { session, users: 0, opened: session.open() };
    sessions.set(noteId, entry);
  }
  entry.users += 1;
  return entry.session;
}

export async function releaseNote(session: NoteSession): Promise<void> {
  const entry = sessions.get(session.noteId);
  if (entry?.session !== session) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  sessions.delete(session.noteId);
  await session.close();
}

/** Sends what waits, as far as that works in so many milliseconds, and counts the notes of which something is left. */
export async function sendAndCountWaiting(mostWaitMs: number): Promise<number> {
  const { storage, sender } = await noteEngine();
  const sendAll = async () => {
    await Promise.all([...sessions.values()].map(({ session }) => session.flush()));
    await Promise.all((await storage.waitingNotes()).map((id) => sender.flush(id)));
  };
  await Promise.race([sendAll(), new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
  return (await storage.waitingNotes()).length;
}

/** Resolves when the note's content, or the reason why there is none, is there. */
export async function noteOpened(session: NoteSession): Promise<void> {
  await sessions.get(session.noteId)?.opened;
}

function listenToBrowser(): void {
  if (isListening) return;
  isListening = true;
  const flushAll = async () => {
    await Promise.all([...sessions.values()].map(({ session }) => session.flush()));
    for (const engine of engines.values()) await (await engine).sender.flush();
  };
  window.addEventListener('online', () => {
    void flushAll();
    for (const { session } of sessions.values()) void session.pull('whole');
  });
  const look = () => {
    for (const { session } of sessions.values()) void session.pull('changes');
  };
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', () => {
    // A hidden page may be frozen before its timer comes.
    if (document.visibilityState === 'hidden') void flushAll();
    else look();
  });
  window.addEventListener('beforeunload', (event) => {
    if ([...sessions.values()].some(({ session }) => session.isAtRisk())) event.preventDefault();
  });
}
