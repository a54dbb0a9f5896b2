import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { countWords, deriveNote } from './derive-note.ts';

type Content = string | { text: string; marks: Record<string, unknown> } | Y.XmlElement;

function element(name: string, attributes: Record<string, unknown> = {}, ...content: Content[]): Y.XmlElement {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(
    0,
    content.map((part) => {
      if (part instanceof Y.XmlElement) return part;
      const text = new Y.XmlText();
      if (typeof part === 'string') text.insert(0, part);
      else text.insert(0, part.text, part.marks);
      return text;
    }),
  );
  return made;
}
const p = (...content: Content[]): Y.XmlElement => element('paragraph', {}, ...content);
const noteOf = (fragments: { cues?: Y.XmlElement[]; notes?: Y.XmlElement[]; summary?: Y.XmlElement[] }) => {
  const doc = new Y.Doc();
  for (const name of ['cues', 'notes', 'summary'] as const) doc.getXmlFragment(name).insert(0, fragments[name] ?? []);
  return deriveNote(doc);
};
const id = randomUUID();
const other = randomUUID();

describe('deriveNote', () => {
  it('derives nothing from an empty document', () => {
    expect(noteOf({})).toEqual({ text: '', summary: '', wordCount: 0, cues: [], tasks: [], links: [] });
  });

  it('writes blocks apart, list lines under each other, marks and breaks inside a line', () => {
    const { text, summary, wordCount } = noteOf({
      notes: [
        element('heading', { level: 2 }, 'Whales'),
        p('They are ', { text: 'large', marks: { bold: {} } }, element('hardBreak'), 'and old.'),
        element(
          'bulletList',
          {},
          element('listItem', {}, p('one'), element('bulletList', {}, element('listItem', {}, p('deep')))),
          element('listItem', {}, p('two')),
        ),
        p('After.'),
        element('unknownThing', {}, element('unknownRow', {}, p('kept'))),
      ],
      summary: [p('In short.')],
    });
    expect(text).toBe('Whales\n\nThey are large\nand old.\n\none\ndeep\ntwo\n\nAfter.\n\nkept');
    expect(summary).toBe('In short.');
    expect(wordCount).toBe(13);
  });

  it('reads cues with their ids and places, and passes over those that have none yet', () => {
    const locator = { quote: 'large', prefix: 'are ', suffix: '.', chunkHash: 'a'.repeat(64) };
    const { cues } = noteOf({
      cues: [
        element('cue', { cueId: id, locator }, 'How large?'),
        element('cue', { cueId: other.toUpperCase(), locator: JSON.stringify(locator) }, p('Why?')),
        element('cue', { cueId: randomUUID(), locator: '{"quote":1}' }, 'Broken place'),
        element('cue', { cueId: 'no-uuid' }, 'x'),
        element('cue', {}, 'y'),
        element('cue', { cueId: randomUUID() }),
      ],
    });
    expect(cues.map((cue) => [cue.text, cue.locator])).toEqual([
      ['How large?', locator],
      ['Why?', locator],
      ['Broken place', null],
    ]);
    expect(cues[1]?.cueId).toBe(other);
  });

  it('reads tasks, nested ones too, with their own line as title', () => {
    const nested = element('taskList', {}, element('taskItem', { taskId: other, checked: true }, p('inner')));
    const { tasks, text } = noteOf({
      notes: [
        element(
          'taskList',
          {},
          element('taskItem', { taskId: id, checked: false }, p('  outer\n line '), nested),
          element('taskItem', { checked: true }, p('no id')),
          element('taskItem', { taskId: randomUUID(), checked: 'true' }, p('x'.repeat(600))),
        ),
      ],
    });
    expect(tasks.map((task) => [task.title.slice(0, 10), task.title.length, task.isDone])).toEqual([
      ['outer line', 10, false],
      ['inner', 5, true],
      ['xxxxxxxxxx', 500, true],
    ]);
    expect(text).toContain('no id');
  });

  it('reads links from wikilinks, brackets and addresses, but not from code', () => {
    const { links, text } = noteOf({
      notes: [
        p(
          'See [[Moby Dick]] and [[moby dick|the book]] and ',
          element('wikilink', { title: 'Ahab', targetKind: 'note', targetId: id }),
        ),
        p(
          { text: 'an article', marks: { link: { href: `/article/${other}` } } },
          { text: 'far away', marks: { link: { href: 'https://example.org/x' } } },
        ),
        p({ text: 'code [[No]]', marks: { code: {} } }, ' [[ ]] [[a\nb]]'),
        element('codeBlock', {}, '[[Neither]]'),
      ],
      cues: [element('cue', { cueId: id }, 'What of [[Whales]]?')],
    });
    expect(links).toEqual([
      { title: 'Ahab', target: { kind: 'note', id } },
      { title: 'Moby Dick', target: null },
      { title: 'an article', target: { kind: 'article', id: other } },
      { title: 'Whales', target: null },
    ]);
    expect(text).toContain('and Ahab');
  });

  it('survives a document nested deeper than any editor makes it', () => {
    let inner = p('deep');
    for (let i = 0; i < 300; i += 1) inner = element('blockquote', {}, inner);
    expect(noteOf({ notes: [p('top'), inner] }).text).toBe('top');
  });

  it('counts words in scripts with and without spaces', () => {
    expect(countWords("Don't count twenty-one – as two.")).toBe(5);
    expect(countWords('日本語 two')).toBe(4);
  });
});
