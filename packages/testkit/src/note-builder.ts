import { createHash, randomUUID } from 'node:crypto';
import type { Locator } from '@cairn/contracts/locator';
import { noteFragments, noteNodes } from '@cairn/contracts/note-document';
import * as Y from 'yjs';
import type { TestUser, World } from './world.ts';

export interface BuiltCue {
  /** Default: a new one. */
  id?: string;
  text: string;
  /** Words of the notes that the cue points at; without them it points nowhere. */
  quote?: string;
}

export interface BuiltNote {
  title?: string;
  articleId?: string;
  /** One paragraph each. */
  notes?: readonly string[];
  summary?: readonly string[];
  cues?: readonly BuiltCue[];
}

/** A note document as an editor makes it. `cueIds` in the order of the cues. */
export function buildNoteDocument({ notes = [], summary = [], cues = [] }: BuiltNote): {
  doc: Y.Doc;
  cueIds: string[];
} {
  const doc = new Y.Doc();
  const cueIds = cues.map(({ id }) => id ?? randomUUID());
  doc.transact(() => {
    doc.getXmlFragment(noteFragments.notes).insert(
      0,
      notes.map((text) => block(noteNodes.paragraph, text)),
    );
    doc.getXmlFragment(noteFragments.summary).insert(
      0,
      summary.map((text) => block(noteNodes.paragraph, text)),
    );
    doc.getXmlFragment(noteFragments.cues).insert(
      0,
      cues.map(({ text, quote }, index) => {
        const cue = block(noteNodes.cue, text);
        cue.setAttribute('cueId', cueIds[index] ?? '');
        if (quote) cue.setAttribute('locator', JSON.stringify(locatorIn(notes.join('\n\n'), quote)));
        return cue;
      }),
    );
  });
  return { doc, cueIds };
}

/** Makes the note as its owner does, over the API, and waits until what follows from it is there. */
export async function createBuiltNote(
  world: World,
  person: TestUser,
  note: BuiltNote,
): Promise<{ noteId: string; cueIds: string[]; doc: Y.Doc }> {
  const { doc, cueIds } = buildNoteDocument(note);
  const noteId = randomUUID();
  const row = { id: noteId, title: note.title ?? '', ...(note.articleId ? { article_id: note.articleId } : {}) };
  await insertRow(world, person, 'notes', row);
  await sendNoteUpdate(world, person, noteId, Y.encodeStateAsUpdate(doc));
  await world.settle();
  return { noteId, cueIds, doc };
}

export async function sendNoteUpdate(
  world: World,
  person: TestUser,
  noteId: string,
  update: Uint8Array,
): Promise<void> {
  await insertRow(world, person, 'note_updates', {
    note_id: noteId,
    update: `\\x${Buffer.from(update).toString('hex')}`,
  });
}

async function insertRow(world: World, as: TestUser, table: string, row: Record<string, unknown>): Promise<void> {
  const response = await world.fetch(`/rest/v1/${table}`, {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(row),
  });
  if (!response.ok) throw new Error(`inserting into ${table} failed: ${response.status} ${await response.text()}`);
}

function block(name: string, text: string): Y.XmlElement {
  const made = new Y.XmlElement(name);
  made.insert(0, [new Y.XmlText(text)]);
  return made;
}

function locatorIn(text: string, quote: string): Locator {
  const at = text.indexOf(quote);
  if (at === -1) throw new Error(`the notes do not say "${quote}"`);
  return {
    quote,
    prefix: text.slice(Math.max(0, at - 32), at),
    suffix: text.slice(at + quote.length, at + quote.length + 32),
    chunkHash: createHash('sha256').update(text).digest('hex'),
  };
}
