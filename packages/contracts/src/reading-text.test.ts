import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { readingOffset, readingRange, readingTextOf } from './reading-text.ts';

const dom = new JSDOM('<!doctype html>');

function rootOf(html: string): Element {
  const root = dom.window.document.createElement('div');
  root.innerHTML = html;
  return root;
}
const textOf = (html: string) => readingTextOf<Node>(rootOf(html)).text;

describe('readingTextOf', () => {
  it.each([
    ['blocks are paragraphs', '<p>One</p><p>Two</p><h2>Three</h2>', 'One\n\nTwo\n\nThree'],
    ['white space between blocks is nothing', '\n <p>\n One\n</p>\n\n<p>Two </p> ', 'One\n\nTwo'],
    ['white space collapses across elements', '<p>One <b> two</b>\n<i>\tthree</i> </p>', 'One two three'],
    ['no space where there is none', '<p>un<b>believ</b>able</p>', 'unbelievable'],
    ['br is a line', '<p>One<br>two <br> three</p>', 'One\ntwo\nthree'],
    [
      'lists are lines',
      '<p>x</p><ul><li>One</li><li>Two<ul><li>Three</li></ul></li></ul><p>y</p>',
      'x\n\nOne\nTwo\nThree\n\ny',
    ],
    ['paragraphs in entries are lines', '<ol><li><p>One</p><p>Two</p></li><li>Three</li></ol>', 'One\nTwo\nThree'],
    [
      'cells are tabs, rows are lines',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td><td>2</td></tr></table>',
      'a\tb\n1\t2',
    ],
    ['definitions are lines', '<dl><dt>a</dt><dd>b</dd></dl>', 'a\nb'],
    ['quotes are paragraphs', '<blockquote><p>One</p><p>Two</p></blockquote>', 'One\n\nTwo'],
    ['preformatted text is kept', '<pre><code>a\n  b\n\n\tc\n</code></pre><p>x</p>', 'a\n  b\n\n\tc\n\nx'],
    ['no-break spaces are spaces', '<p>10\u00a0km, \u202fx</p>', '10 km,  x'],
    ['indentation by no-break and ideographic spaces is none', '<p>\u00a0\u00a0One</p><p>　二</p>', 'One\n\n二'],
    ['soft hyphens and zero-width spaces are left out', '<p>soft\u00adware zero\u200bwidth</p>', 'software zerowidth'],
    ['icons of icon fonts are left out', '<p>\ue000 Home \uf015</p>', 'Home'],
    ['joiners are kept', '<p>می\u200cخواهم 👩\u200d💻</p>', 'می\u200cخواهم 👩\u200d💻'],
    ['ruby annotations are left out', '<p><ruby>見当<rp>（</rp><rt>けんとう</rt><rp>）</rp></ruby>が</p>', '見当が'],
    ['images and rules are no text', '<p>a</p><hr><figure><img alt="x"><figcaption>c</figcaption></figure>', 'a\n\nc'],
    ['nothing', '<p> </p><ul></ul>', ''],
    ['comments are nothing', '<p>a<!-- b -->c</p>', 'ac'],
  ])('%s', (_name, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('reads fragments and elements alike', () => {
    const template = dom.window.document.createElement('template');
    template.innerHTML = '<p>One</p>two';
    expect(readingTextOf<Node>(template.content).text).toBe('One\n\ntwo');
  });
});

describe('places', () => {
  const html = '<p>One <b>  two</b>\n three</p><ul><li>fo\u00adur</li><li>five\u00a0six</li></ul><pre>a\n  b</pre>';
  const root = rootOf(html);
  const reading = readingTextOf<Node>(root);

  it('maps every character to the DOM and back', () => {
    expect(reading.text).toBe('One two three\n\nfour\nfive six\n\na\n  b');
    for (const run of reading.runs) {
      for (let index = 0; index < run.length; index += 1) {
        const inDom = run.node.nodeValue?.charAt(run.nodeOffset + index) ?? '';
        const inText = reading.text.charAt(run.textOffset + index);
        expect(/\s/.test(inDom) ? ' ' : inDom).toBe(/\s/.test(inText) ? ' ' : inText);
        expect(readingOffset(reading, run.node, run.nodeOffset + index)).toBe(run.textOffset + index);
      }
    }
  });

  it('finds the range of any stretch', () => {
    for (let start = 0; start < reading.text.length; start += 1) {
      for (let end = start + 1; end <= reading.text.length; end += 1) {
        const range = readingRange(reading, start, end);
        const wanted = reading.text.slice(start, end).replace(/\s/g, '');
        if (!range) {
          expect(wanted).toBe('');
          continue;
        }
        const domRange = dom.window.document.createRange();
        domRange.setStart(range.startNode, range.startOffset);
        domRange.setEnd(range.endNode, range.endOffset);
        expect(domRange.toString().replace(/[\s\u00ad]/g, '')).toBe(wanted);
      }
    }
  });

  it('has no place for a separator alone, nor in an empty text', () => {
    const gap = reading.text.indexOf('\n\n');
    expect(readingRange(reading, gap, gap + 2)).toBeNull();
    expect(readingRange(readingTextOf<Node>(rootOf('')), 0, 5)).toBeNull();
  });
});
