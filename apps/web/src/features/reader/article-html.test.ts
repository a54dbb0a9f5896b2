// @vitest-environment jsdom
// (the sanitiser needs a complete DOM)
import { expect, it } from 'vitest';
import { prepareArticleHtml } from './article-html.ts';

function prepare(html: string): HTMLElement {
  const holder = document.createElement('div');
  holder.innerHTML = prepareArticleHtml(html);
  return holder;
}

it('lets nothing through that runs or imitates the app', () => {
  const holder = prepare(
    '<p onclick="x()" style="position:fixed" class="prose">a</p><script>x()</script><iframe src="/"></iframe>' +
      '<form action="/"><input name="password"></form><a href="javascript:x()">b</a><img src="x" onerror="x()">',
  );
  expect(
    holder.querySelector('script,iframe,form,input,[onclick],[onerror],[style],[class],[href^="javascript"]'),
  ).toBeNull();
});

it('continues the outline of the page without a gap', () => {
  const holder = prepare('<h1>A</h1><h4>B</h4><h6>C</h6><h4>D</h4><h2></h2><h2>E</h2>');
  const levels = [...holder.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(
    (heading) => heading.localName + heading.textContent,
  );
  expect(levels).toEqual(['h2B', 'h3C', 'h2D', 'h2E']);
});

it('makes wide things scroll by themselves, reachable by keyboard', () => {
  const holder = prepare('<table><caption>Weights</caption><tr><td>1</td></tr></table><pre>code</pre>');
  const [table, code] = holder.querySelectorAll<HTMLElement>('[data-scroller]');
  expect(table?.firstElementChild?.localName).toBe('table');
  expect([table?.getAttribute('aria-label'), code?.getAttribute('aria-label')]).toEqual(['Weights', 'Code']);
  expect([table?.tabIndex, code?.tabIndex]).toEqual([0, 0]);
});

it('opens links apart without a referrer, and names those that have no words', () => {
  const holder = prepare('<a href="https://example.org/x"><img src="/a.png"></a><a href="#user-content-n1">1</a>');
  const [outside, inside] = holder.querySelectorAll('a');
  expect(outside?.rel).toContain('noreferrer');
  expect(outside?.getAttribute('aria-label')).toBe('Link to example.org');
  expect(inside?.target).toBe('');
});
