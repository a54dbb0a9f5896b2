import { expect, it } from 'vitest';
import { offsetsOf, rangeOf, readingBlocks, readingOf } from './article-view.ts';

function article(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  return root;
}

it('turns offsets into a range and the range into the same offsets, across elements', () => {
  const root = article('<p>One <b>two</b> three.</p><ul><li>four</li><li>five</li></ul>');
  const { text } = readingOf(root);
  const start = text.indexOf('two');
  const end = text.indexOf('five') + 2;
  const range = rangeOf(root, start, end);
  expect(range && offsetsOf(root, range)).toEqual({ start, end });
});

it('cuts a selection that reaches beyond the article', () => {
  const root = article('<p>One two.</p>');
  const range = document.createRange();
  range.selectNodeContents(document.body);
  expect(offsetsOf(root, range)).toEqual({ start: 0, end: 8 });
});

it('steps through the smallest blocks with something in them', () => {
  const root = article(
    '<h2>A</h2><p></p><ul><li><p>B</p></li><li>C</li></ul><div data-scroller><table><tr><td><p>D</p></td></tr></table></div><figure><img><figcaption>E</figcaption></figure>',
  );
  expect(readingBlocks(root).map((block) => block.localName + block.textContent)).toEqual([
    'h2A',
    'pB',
    'liC',
    'divD',
    'figureE',
  ]);
});
