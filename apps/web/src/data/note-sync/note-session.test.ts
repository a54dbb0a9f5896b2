import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createMemoryStorage } from './memory-storage.ts';
import { NoteSender } from './note-sender.ts';
import { type NoteServer, NoteServerError } from './note-server.ts';
import { NoteSession } from './note-session.ts';
import type { NoteStorage } from './note-storage.ts';
import { createResilientStorage } from './resilient-storage.ts';
import type { SyncClock } from './sync-clock.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';

const noteId = '11111111-1111-4111-8111-111111111111';
const origin = Symbol('editor');

/** Time that passes when the test says so. */
class TestClock implements SyncClock {
  #timers: { at: number; callback: () => void }[] = [];
  now = 0;
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
  random = () => 1;
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await settle();
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.now = next.at;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.callback();
    }
    this.now = end;
    await settle();
  }
}

/** Everything that is under way without a timer is over after some turns of the queue. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

/** Keeps rows as the real one does, and merges when told to. */
class FakeServer implements NoteServer {
  rows: { id: string; seq: number; update: Uint8Array }[] = [];
  received = 0;
  document_: Uint8Array | null = null;
  documentSeq = 0;
  title = '';
  exists = true;
  version = 0;
  isOffline = false;
  #seq = 0;

  #check(): void {
    if (this.isOffline) throw new NoteServerError('offline');
  }
  head: NoteServer['head'] = async () => {
    this.#check();
    return this.exists
      ? { title: this.title, articleId: null, trashedAt: null, updatedAt: String(this.version) }
      : null;
  };
  document: NoteServer['document'] = async () => {
    this.#check();
    return { document: this.document_, documentSeq: this.documentSeq };
  };
  updatesFrom: NoteServer['updatesFrom'] = async (_noteId, seq) => {
    this.#check();
    return this.rows.filter((row) => row.seq >= seq);
  };
  send: NoteServer['send'] = async (_noteId, { id, create, title }, update) => {
    this.#check();
    if (create) this.exists = true;
    if (!this.exists) throw new NoteServerError('gone');
    if (title !== undefined) this.title = title;
    this.received += 1;
    this.version += 1;
    if (update && !this.rows.some((row) => row.id === id)) {
      this.#seq += 1;
      this.rows.push({ id, seq: this.#seq, update });
    }
  };
  /** Merges all rows; keeps the newest `keep`. */
  merge(keep = 100): void {
    const parts = [...(this.document_ ? [this.document_] : []), ...this.rows.map(({ update }) => update)];
    if (parts.length === 0) return;
    const doc = new Y.Doc();
    for (const part of parts) Y.applyUpdate(doc, part);
    this.document_ = Y.encodeStateAsUpdate(doc);
    this.documentSeq = this.rows.at(-1)?.seq ?? this.documentSeq;
    this.rows = keep === 0 ? [] : this.rows.slice(-keep);
    this.version += 1;
  }
  text(): string {
    const doc = new Y.Doc();
    if (this.document_) Y.applyUpdate(doc, this.document_);
    for (const { update } of this.rows) Y.applyUpdate(doc, update);
    return doc.getText('notes').toString();
  }
}

const channels = () => {
  const open = new Set<{ listener: (message: TabMessage) => void }>();
  return (): TabChannel => {
    const own = { listener: (_message: TabMessage) => {} };
    open.add(own);
    return {
      post: (message) => {
        for (const other of open) if (other !== own) queueMicrotask(() => other.listener(message));
      },
      listen: (listener) => {
        own.listener = listener;
      },
      close: () => void open.delete(own),
    };
  };
};

let ids = 0;
const newId = () => {
  ids += 1;
  return `id-${ids}`;
};

/** A tab: its own engine on a disk and a server that others may share. */
function openTab(disk: NoteStorage | null, server: NoteServer, clock: TestClock, channel = channels()()) {
  const storage = createResilientStorage(disk);
  const sender = new NoteSender({ storage, server, clock, lock: (_name, work) => work(), newId });
  const session = new NoteSession({
    noteId,
    storage,
    server,
    sender,
    channel,
    clock,
    now: () => clock.now,
    isVisible: () => true,
  });
  const text = session.doc.getText('notes');
  return {
    session,
    sender,
    storage,
    text,
    type: (words: string) => session.doc.transact(() => text.insert(text.length, words), origin),
  };
}

const sharedDisk = (): NoteStorage => ({ ...createMemoryStorage(), isShared: true });

describe('an open note', () => {
  it('is in the browser at once and on the server within a second, in few rows', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const tab = openTab(disk, server, clock);
    await tab.session.open();
    for (const letter of 'written') tab.type(letter);
    await settle();
    expect((await disk.load(noteId)).updates.length).toBeGreaterThan(0);
    expect(tab.session.view().save.kind).toBe('device');
    expect(server.rows).toEqual([]);
    await clock.pass(1000);
    expect(server.text()).toBe('written');
    expect(server.rows.length).toBe(1);
    expect(tab.session.view().save.kind).toBe('saved');
  });

  it('goes on after a reload before anything was sent, without the note being opened again', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const first = openTab(disk, server, clock);
    await first.session.open();
    first.type('not lost');
    await first.session.written();
    // Killed: no timer of it ever comes.
    const later = openTab(disk, server, new TestClock());
    await later.sender.resume();
    await later.sender.flush();
    expect(server.text()).toBe('not lost');
  });

  it('says that it is offline, keeps what is written, and sends it with growing pauses', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const tab = openTab(disk, server, clock);
    await tab.session.open();
    server.isOffline = true;
    tab.type('one');
    await clock.pass(1000);
    expect(tab.session.view().save.kind).toBe('offline');
    expect(tab.session.isAtRisk()).toBe(false);
    tab.type(' two');
    await clock.pass(100_000);
    server.isOffline = false;
    await tab.session.flush();
    expect(server.text()).toBe('one two');
    expect(tab.session.view().save.kind).toBe('saved');
  });

  it('warns of leaving only while neither the browser nor the server has it', async () => {
    const [server, clock] = [new FakeServer(), new TestClock()];
    const tab = openTab(null, server, clock);
    await tab.session.open();
    server.isOffline = true;
    tab.type('only in memory');
    await clock.pass(1000);
    expect(tab.session.isAtRisk()).toBe(true);
    server.isOffline = false;
    await tab.session.flush();
    expect(server.text()).toBe('only in memory');
    expect(tab.session.isAtRisk()).toBe(false);
  });

  it('keeps writing when the disk breaks in the middle', async () => {
    const [server, clock] = [new FakeServer(), new TestClock()];
    const disk = sharedDisk();
    const broken = { ...disk, append: () => Promise.reject(new Error('quota')) };
    const tab = openTab(broken, server, clock);
    await tab.session.open();
    tab.type('still sent');
    await settle();
    expect(tab.session.isAtRisk()).toBe(true);
    await clock.pass(1000);
    expect(server.text()).toBe('still sent');
    expect(tab.session.isAtRisk()).toBe(false);
  });

  it('loses and doubles nothing, wherever a crash comes between two steps', async () => {
    for (let crashAt = 0; crashAt < 14; crashAt += 1) {
      const [disk, server] = [sharedDisk(), new FakeServer()];
      let step = 0;
      let isDead = false;
      /** Dies before or after the step: in turn. */
      const mortal = <Work extends (...given: never[]) => Promise<unknown>>(work: Work): Work =>
        (async (...given: Parameters<Work>) => {
          if (isDead) return new Promise(() => {});
          step += 1;
          if (step === crashAt) isDead = true;
          if (isDead && crashAt % 2 === 0) return new Promise(() => {});
          const result = await work(...given);
          return isDead ? new Promise(() => {}) : result;
        }) as unknown as Work;
      const dying: NoteStorage = {
        ...disk,
        append: mortal(disk.append),
        nextBatch: mortal(disk.nextBatch),
        settle: mortal(disk.settle),
      };
      const dyingServer: NoteServer = {
        head: server.head,
        document: server.document,
        updatesFrom: server.updatesFrom,
        send: mortal(server.send),
      };
      const clock = new TestClock();
      const tab = openTab(dying, dyingServer, clock);
      await tab.session.open();
      const written: string[] = [];
      for (const word of ['alpha ', 'beta ', 'gamma ']) {
        tab.type(word);
        await settle();
        // What the disk has is what a person may rely on.
        const kept = new Y.Doc();
        for (const update of (await disk.load(noteId)).updates) Y.applyUpdate(kept, update);
        if (kept.getText('notes').toString().includes(word)) written.push(word);
        await clock.pass(1000);
      }
      const next = openTab(disk, server, new TestClock());
      await next.session.open();
      await next.sender.resume();
      await next.session.flush();
      expect(server.text(), `crash at step ${crashAt}`).toBe(written.join(''));
      expect(next.text.toString()).toBe(written.join(''));
      expect(new Set(server.rows.map(({ id }) => id)).size).toBe(server.rows.length);
    }
  });
});

describe('two copies of a note', () => {
  it('are the same in two tabs at once, and sent once', async () => {
    const [disk, server, clock, join] = [sharedDisk(), new FakeServer(), new TestClock(), channels()];
    const one = openTab(disk, server, clock, join());
    const two = openTab(disk, server, clock, join());
    await one.session.open();
    await two.session.open();
    one.type('from one. ');
    await settle();
    expect(two.text.toString()).toBe('from one. ');
    two.type('from two.');
    await clock.pass(1000);
    expect(one.text.toString()).toBe('from one. from two.');
    expect(server.text()).toBe('from one. from two.');
  });

  it('merge what was written apart', async () => {
    const [server, clock] = [new FakeServer(), new TestClock()];
    const laptop = openTab(sharedDisk(), server, clock);
    const phone = openTab(sharedDisk(), server, clock);
    await laptop.session.open();
    await phone.session.open();
    server.isOffline = true;
    laptop.type('laptop ');
    phone.type('phone ');
    await clock.pass(5000);
    server.isOffline = false;
    await laptop.session.flush();
    await phone.session.flush();
    await clock.pass(40_000);
    expect(laptop.text.toString()).toBe(phone.text.toString());
    expect([...laptop.text.toString().split(' ')].sort()).toEqual(['', 'laptop', 'phone']);
  });

  it('agree after updates were compacted away behind one of them', async () => {
    const [server, clock] = [new FakeServer(), new TestClock()];
    const laptop = openTab(sharedDisk(), server, clock);
    const phone = openTab(sharedDisk(), server, clock);
    await laptop.session.open();
    await phone.session.open();
    for (let round = 0; round < 5; round += 1) {
      laptop.type(`${round} `);
      await laptop.session.flush();
    }
    server.merge(1);
    await phone.session.pull('changes');
    expect(phone.text.toString()).toBe('0 1 2 3 4 ');
  });

  it('send the difference when the server has put an update aside, deletions too', async () => {
    const [server, clock] = [new FakeServer(), new TestClock()];
    const tab = openTab(sharedDisk(), server, clock);
    await tab.session.open();
    tab.type('kept lost');
    await tab.session.flush();
    server.merge();
    tab.session.doc.transact(() => tab.text.delete(4, 5), origin);
    await tab.session.flush();
    expect(server.text()).toBe('kept');
    server.rows = server.rows.slice(0, 1);
    server.version += 1;
    expect(server.text()).toBe('kept lost');
    await tab.session.pull('whole');
    await tab.session.flush();
    expect(server.text()).toBe('kept');
  });

  it('says so when the server does not take the difference either, and does not send it for ever', async () => {
    const [server, clock] = [new FakeServer(), new TestClock()];
    const tab = openTab(sharedDisk(), server, clock);
    await tab.session.open();
    tab.type('too large');
    await tab.session.flush();
    const swallow = () => {
      server.rows = [];
      server.version += 1;
    };
    swallow();
    await tab.session.pull('whole');
    await tab.session.flush();
    swallow();
    await clock.pass(120_000);
    expect(tab.session.view().save).toEqual({ kind: 'problem', failure: 'not-taken' });
    const { received } = server;
    await clock.pass(600_000);
    expect(server.received).toBe(received);
  });
});

describe('the title', () => {
  it('is sent, and an older answer of the server does not take back what is being typed', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const tab = openTab(disk, server, clock);
    await tab.session.open();
    tab.session.setTitle('New');
    await tab.session.pull('changes');
    expect(tab.session.view().title).toBe('New');
    await clock.pass(1000);
    expect(server.title).toBe('New');
    server.title = 'Renamed elsewhere';
    server.version += 1;
    await tab.session.pull('changes');
    expect(tab.session.view().title).toBe('Renamed elsewhere');
  });

  it('that arrived meanwhile is newer than an answer that was under way before it', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const tab = openTab(disk, server, clock);
    await tab.session.open();
    tab.session.setTitle('New');
    const ask = server.head;
    let arrive = () => {};
    server.head = async (id) => {
      const answer = await ask(id);
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return answer;
    };
    const pulled = tab.session.pull('changes');
    await clock.pass(1000);
    expect(server.title).toBe('New');
    arrive();
    await pulled;
    expect(tab.session.view().title).toBe('New');
  });
});

describe('without the server', () => {
  it('a note that was opened before opens with its title and its place, also one without a word', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    server.title = 'Empty so far';
    await openTab(disk, server, clock).session.open();
    server.isOffline = true;
    const later = openTab(disk, server, clock);
    await later.session.open();
    expect(later.session.view()).toMatchObject({ phase: 'ready', title: 'Empty so far', isTrashed: false });

    later.session.setTitle('Named without a server');
    await later.session.written();
    server.isOffline = false;
    await clock.pass(60_000);
    expect(server.title).toBe('Named without a server');
    server.isOffline = true;
    // Sent, so it is no longer the queue that knows it, and not asked for since.
    const last = openTab(disk, server, clock);
    await last.session.open();
    expect(last.session.view().title).toBe('Named without a server');
  });

  it('a note that was made here stays, when it was sent and not read yet', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    server.exists = false;
    await disk.queueCreate(noteId, { title: 'Made here', articleId: 'article' }, []);
    const first = openTab(disk, server, clock);
    await first.session.open();
    await first.session.flush();
    expect(server.exists).toBe(true);
    server.isOffline = true;
    const later = openTab(disk, server, clock);
    await later.session.open();
    expect(later.session.view()).toMatchObject({ phase: 'ready', title: 'Made here', articleId: 'article' });
  });

  it('a note that was never here says so', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    server.isOffline = true;
    const tab = openTab(disk, server, clock);
    await tab.session.open();
    expect(tab.session.view().phase).toBe('unreachable');
  });
});

describe('who listens', () => {
  it('hears of what is new, not of every letter that goes the same way as the one before', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const tab = openTab(disk, server, clock);
    await tab.session.open();
    const heard: string[] = [];
    tab.session.subscribe(() => heard.push(tab.session.view().save.kind));
    tab.type('a');
    tab.type('b');
    tab.type('c');
    const before = tab.session.view();
    tab.session.setTitle('');
    expect(tab.session.view()).toBe(before);
    await clock.pass(1000);
    expect(heard).toEqual([...new Set(heard)]);
    expect(heard.at(-1)).toBe('saved');
  });
});

describe('undo', () => {
  it('brings back after a reload what was deleted before it', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const first = openTab(disk, server, clock);
    await first.session.open();
    first.session.undoManager([first.session.doc.getXmlFragment('summary')], origin, () => true).addToScope(first.text);
    first.type('precious');
    first.session.undoManager([], origin, () => true).stopCapturing();
    first.session.doc.transact(() => first.text.delete(0, 8), origin);
    await clock.pass(1000);
    const second = openTab(disk, server, new TestClock());
    await second.session.open();
    expect(second.text.toString()).toBe('');
    const manager = second.session.undoManager([second.session.doc.getXmlFragment('summary')], origin, () => true);
    manager.addToScope(second.text);
    manager.undo();
    expect(second.text.toString()).toBe('precious');
    manager.undo();
    expect(second.text.toString()).toBe('');
    manager.redo();
    expect(second.text.toString()).toBe('precious');
  });

  it('is there too when the window takes the focus while what is kept is still being read', async () => {
    const [disk, server, clock] = [sharedDisk(), new FakeServer(), new TestClock()];
    const first = openTab(disk, server, clock);
    await first.session.open();
    first.session.undoManager([first.session.doc.getXmlFragment('summary')], origin, () => true).addToScope(first.text);
    first.type('precious');
    await clock.pass(1000);
    const second = openTab(disk, server, new TestClock());
    const opened = second.session.open();
    await second.session.pull('changes');
    expect(second.session.view().phase).toBe('opening');
    await opened;
    expect(second.session.view().phase).toBe('ready');
    const manager = second.session.undoManager([second.session.doc.getXmlFragment('summary')], origin, () => true);
    expect(manager.undoStack).toHaveLength(1);
  });
});
