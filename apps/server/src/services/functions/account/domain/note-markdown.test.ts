import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { cueTexts, fragmentToMarkdown } from './note-markdown.ts';

type Content = string | { text: string; marks: Record<string, unknown> } | Y.XmlElement;

function element(name: string, content: Content[] = [], attributes: Record<string, unknown> = {}): Y.XmlElement {
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
const paragraph = (...content: Content[]) => element('paragraph', content);
function markdown(...blocks: Y.XmlElement[]): string {
  const fragment = new Y.Doc().getXmlFragment('notes');
  fragment.insert(0, blocks);
  return fragmentToMarkdown(fragment);
}

describe('a note as Markdown', () => {
  it('keeps headings, paragraphs, rules and line breaks', () => {
    expect(
      markdown(
        element('heading', ['Stones'], { level: 2 }),
        paragraph('One', element('hardBreak'), 'two'),
        element('horizontalRule'),
      ),
    ).toBe('## Stones\n\nOne  \ntwo\n\n---');
  });

  it('keeps lists, nested and numbered, and what is ticked', () => {
    const inner = element('bulletList', [element('listItem', [paragraph('b')])]);
    expect(
      markdown(
        element('bulletList', [element('listItem', [paragraph('a'), inner]), element('listItem', [paragraph('c')])]),
      ),
    ).toBe('- a\n\n  - b\n- c');
    expect(
      markdown(
        element('orderedList', [element('listItem', [paragraph('x')]), element('listItem', [paragraph('y')])], {
          start: 3,
        }),
      ),
    ).toBe('3. x\n4. y');
    const tasks = [
      element('taskItem', [paragraph('done')], { checked: true }),
      element('taskItem', [paragraph('open')], { checked: false }),
    ];
    expect(markdown(element('taskList', tasks))).toBe('- [x] done\n- [ ] open');
  });

  it('keeps marks, links and wikilinks', () => {
    expect(
      markdown(
        paragraph(
          { text: 'bold ', marks: { bold: {} } },
          { text: 'slanted', marks: { italic: {}, 'link--x': { href: 'https://a.example/b c' } } },
          ' and ',
          { text: 'a`b', marks: { code: {} } },
          element('wikilink', [], { title: 'Granite' }),
        ),
      ),
    ).toBe('**bold** [*slanted*](<https://a.example/b%20c>) and ``a`b``[[Granite]]');
  });

  it('keeps quotes, and code whatever is in it', () => {
    expect(markdown(element('blockquote', [paragraph('said'), paragraph('more')]))).toBe('> said\n>\n> more');
    expect(markdown(element('codeBlock', ['a\n```\nb'], { language: 'ts' }))).toBe('````ts\na\n```\nb\n````');
  });

  it('is not read as something else: what looks like Markdown is escaped', () => {
    expect(markdown(paragraph('# no heading'))).toBe('\\# no heading');
    expect(markdown(paragraph('1. no list'))).toBe('1\\. no list');
    expect(markdown(paragraph('- no list'))).toBe('\\- no list');
    expect(markdown(paragraph('2 * 3 * 4 <b> [x](y) [[Kept]]'))).toBe('2 \\* 3 \\* 4 \\<b> \\[x](y) [[Kept]]');
  });

  it('takes a document made by hand without an end', () => {
    let deep = paragraph('bottom');
    for (let n = 0; n < 500; n += 1) deep = element('blockquote', [deep]);
    expect(markdown(deep, paragraph('after'))).toContain('after');
  });
});

it('gives the cues as lines', () => {
  const fragment = new Y.Doc().getXmlFragment('cues');
  fragment.insert(0, [element('cue', ['What\nis it?']), element('cue', ['  ']), element('cue', [paragraph('Why?')])]);
  expect(cueTexts(fragment)).toEqual(['What is it?', 'Why?']);
});
