import { type Locator, locatorSchema } from '@cairn/contracts/locator';
import { itemAddress, noteFragments, noteNodes, wikilinkText } from '@cairn/contracts/note-document';
import type * as Y from 'yjs';
import {
  attributeOf,
  type Block,
  elementsNamed,
  readFragment,
  stringOf,
  textOfBlock,
  textOfBlocks,
} from './read-fragment.ts';

/** Everything that follows from a note's document. */
export interface DerivedNote {
  text: string;
  summary: string;
  wordCount: number;
  cues: DerivedCue[];
  tasks: DerivedTask[];
  links: DerivedLink[];
}

export interface DerivedCue {
  /** The node's `cueId`; occurs more than once when a cue was copied. */
  cueId: string;
  text: string;
  locator: Locator | null;
}

export interface DerivedTask {
  taskId: string;
  /** 1 to 500 characters. */
  title: string;
  isDone: boolean;
}

export interface DerivedLink {
  /** 1 to 500 characters: what was written. */
  title: string;
  /** Null for a link by title. */
  target: { kind: 'note' | 'article'; id: string } | null;
}

/** What one note can bring into other tables at the most. */
const mostOfAKind = 5000;
const longestTitle = 500;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function deriveNote(doc: Y.Doc): DerivedNote {
  const notes = readFragment(doc.getXmlFragment(noteFragments.notes));
  const summary = readFragment(doc.getXmlFragment(noteFragments.summary));
  const cues = readFragment(doc.getXmlFragment(noteFragments.cues));
  const text = textOfBlocks(notes);
  const summaryText = textOfBlocks(summary);
  return {
    text,
    summary: summaryText,
    wordCount: countWords(text) + countWords(summaryText),
    cues: cuesOf(cues),
    tasks: tasksOf([...notes, ...summary]),
    links: linksOf([...notes, ...summary, ...cues]),
  };
}

/** Task id → whether its box is ticked; without the work of reading the text. */
export function tickedBoxes(doc: Y.Doc): Map<string, boolean> {
  const boxes = new Map<string, boolean>();
  for (const name of [noteFragments.notes, noteFragments.summary]) {
    for (const element of elementsNamed(doc.getXmlFragment(name), noteNodes.taskItem)) {
      const taskId = idOf(element, 'taskId');
      if (taskId) boxes.set(taskId, isTicked(element));
    }
  }
  return boxes;
}

/** Words of scripts with spaces; in the others every character counts. */
export function countWords(text: string): number {
  let count = 0;
  const words =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}'’-])+/gu;
  for (const [word] of text.matchAll(words)) if (/[\p{L}\p{N}]/u.test(word)) count += 1;
  return count;
}

function cuesOf(blocks: readonly Block[]): DerivedCue[] {
  const cues: DerivedCue[] = [];
  for (const { element, blocks: own } of groupsOf(blocks, noteNodes.cue)) {
    const cueId = idOf(element, 'cueId');
    const text = textOfBlocks(own);
    if (!cueId || text === '' || cues.length === mostOfAKind) continue;
    cues.push({ cueId, text, locator: locatorOf(attributeOf(element, 'locator')) });
  }
  return cues;
}

function tasksOf(blocks: readonly Block[]): DerivedTask[] {
  const tasks: DerivedTask[] = [];
  for (const { element, blocks: own } of groupsOf(blocks, noteNodes.taskItem)) {
    const taskId = idOf(element, 'taskId');
    // A checkbox's own line; what is nested under it are tasks and text of their own.
    const title = cut(textOfBlock(own[0] ?? { runs: [], wikilinks: [], within: [], isTight: false }));
    if (!taskId || title === '' || tasks.length === mostOfAKind) continue;
    tasks.push({ taskId, title, isDone: isTicked(element) });
  }
  return tasks;
}

/** Blocks by the innermost element of a name around them, in order. */
function groupsOf(blocks: readonly Block[], name: string): { element: Y.XmlElement; blocks: Block[] }[] {
  const groups = new Map<Y.XmlElement, Block[]>();
  for (const block of blocks) {
    const element = block.within.findLast((around) => around.nodeName === name);
    if (!element) continue;
    const group = groups.get(element);
    if (group) group.push(block);
    else groups.set(element, [block]);
  }
  return [...groups].map(([element, own]) => ({ element, blocks: own }));
}

function linksOf(blocks: readonly Block[]): DerivedLink[] {
  const links = new Map<string, DerivedLink>();
  const add = (rawTitle: string, target: DerivedLink['target']): void => {
    const title = cut(rawTitle);
    if (title === '' || links.size >= mostOfAKind) return;
    const key = target ? `${target.kind} ${target.id}` : `title ${title.toLowerCase()}`;
    if (!links.has(key)) links.set(key, { title, target });
  };
  for (const block of blocks) {
    if (block.within.some((element) => element.nodeName === noteNodes.codeBlock)) continue;
    for (const { title, targetKind, targetId } of block.wikilinks) {
      const id = targetId?.toLowerCase() ?? '';
      const isKnown = (targetKind === 'note' || targetKind === 'article') && uuid.test(id);
      add(title, isKnown ? { kind: targetKind, id } : null);
    }
    for (const run of block.runs) {
      const [, kind, id] = (run.href && itemAddress.exec(run.href)) || [];
      if (kind && id) add(run.text, { kind: kind.toLowerCase() === 'note' ? 'note' : 'article', id: id.toLowerCase() });
    }
    const prose = block.runs.map((run) => (run.isCode ? '\n' : run.text)).join('');
    for (const [, title] of prose.matchAll(wikilinkText)) add(title ?? '', null);
  }
  return [...links.values()];
}

/** Trimmed, on one line, without half a surrogate pair at the cut. */
const cut = (text: string): string =>
  [...text.replaceAll('\0', '').replace(/\s+/gu, ' ').trim()].slice(0, longestTitle).join('').trim();

function isTicked(element: Y.XmlElement): boolean {
  const checked = attributeOf(element, 'checked');
  return checked === true || checked === 'true';
}

function idOf(element: Y.XmlElement, name: string): string | null {
  const id = stringOf(attributeOf(element, name))?.toLowerCase() ?? '';
  return uuid.test(id) ? id : null;
}

function locatorOf(value: unknown): Locator | null {
  let candidate = value;
  if (typeof value === 'string') {
    try {
      candidate = JSON.parse(value);
    } catch {
      return null;
    }
  }
  const parsed = locatorSchema.safeParse(candidate);
  return parsed.success && !JSON.stringify(parsed.data).includes('\\u0000') ? parsed.data : null;
}
