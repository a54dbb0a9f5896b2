import { expect, it } from 'vitest';
import { wrapInMarks } from '../../lib/wrap-in-marks.ts';
import { passageRange as find } from './show-passage.ts';

const passageRange = (...args: Parameters<typeof find>) => find(...args)?.range ?? null;
const chunkHash = 'a'.repeat(64);

function article(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  return root;
}

it('is null for a passage that is gone', () => {
  expect(passageRange(article('<p>One</p>'), { quote: 'Two', prefix: '', suffix: '', chunkHash })).toBeNull();
});

it('finds a passage that runs through inline elements, at its second occurrence', () => {
  const root = article('<p>It <b>stood</b>.</p><p>Later: it <em>stood</em> tall. It <b>stood</b>.</p>');
  const range = passageRange(root, { quote: 'It stood.', prefix: 'Later: it stood tall. ', suffix: '', chunkHash });
  expect(range?.toString()).toBe('It stood.');
  expect(range?.startContainer.parentElement).toBe(root.lastElementChild);
});

it('marks and unmarks without the Highlight API, leaving the text as it was', () => {
  const html = '<p>One <b>two</b> three</p><p>four five</p>';
  const root = article(html);
  const range = passageRange(root, { quote: 'two three\n\nfour', prefix: 'One ', suffix: ' five', chunkHash });
  if (!range) throw new Error('not found');
  const unmark = wrapInMarks(range, 'mark');
  expect([...root.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['two', ' three', 'four']);
  unmark();
  expect(root.innerHTML).toBe(html);
});
