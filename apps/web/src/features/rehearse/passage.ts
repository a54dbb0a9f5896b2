import type { Locator } from '@cairn/contracts/locator';
import type { NoteText } from '../../data/cues.ts';
import { locatePassage } from '../../lib/locate-passage.ts';

/** What is shown when a cue is answered. */
export type Answer =
  | { kind: 'passage'; before: string; marked: string; after: string }
  /** The cue points at a place that the note does not have any more. */
  | { kind: 'lost'; text: string }
  /** The cue points nowhere: the note from its beginning. */
  | { kind: 'note'; text: string }
  | { kind: 'empty' };

const around = 600;
const opening = 1200;

export function answerOf(note: NoteText, locator: Locator | null): Answer {
  const text = note.text.trim();
  if (!text) return { kind: 'empty' };
  if (!locator) return { kind: 'note', text: cutAtWord(text, opening) };
  const found = locatePassage(note.text, locator);
  if (!found) return { kind: 'lost', text: cutAtWord(text, opening) };
  const start = contextStart(note.text, found.start);
  const end = contextEnd(note.text, found.end);
  return {
    kind: 'passage',
    before: (start.cut ? '… ' : '') + note.text.slice(start.at, found.start),
    marked: note.text.slice(found.start, found.end),
    after: note.text.slice(found.end, end.at) + (end.cut ? ' …' : ''),
  };
}

/** The paragraph around, and where that is long, as much of it as helps. */
function contextStart(text: string, from: number): { at: number; cut: boolean } {
  const paragraph = text.lastIndexOf('\n', from - 1) + 1;
  if (from - paragraph <= around) return { at: paragraph, cut: false };
  const space = text.indexOf(' ', from - around);
  return { at: space === -1 || space >= from ? from : space + 1, cut: true };
}

function contextEnd(text: string, from: number): { at: number; cut: boolean } {
  const newline = text.indexOf('\n', from);
  const paragraph = newline === -1 ? text.length : newline;
  if (paragraph - from <= around) return { at: paragraph, cut: false };
  const space = text.lastIndexOf(' ', from + around);
  return { at: Math.max(space, from), cut: true };
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  return `${text.slice(0, space > length / 2 ? space : length).trimEnd()} …`;
}
