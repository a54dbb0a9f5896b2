import { beforeEach, expect, test } from 'vitest';
import { watchPictures } from './missing-pictures.ts';

let root: HTMLElement;
let stop: () => void;

/** As the browser says that a picture did not come. */
const fail = (image: Element | null) => image?.dispatchEvent(new Event('error'));
const frames = () => [...root.querySelectorAll<HTMLElement>('[data-missing-picture]')];

beforeEach(() => {
  stop?.();
  root = document.createElement('div');
  root.innerHTML = `<p>Before <img src="https://example.org/cairn.jpg" alt="A cairn in fog" width="1200"> after</p>
    <p><a href="https://example.org/hut"><img src="https://example.org/hut.jpg" alt=""></a></p>
    <p>A <img src="https://example.org/star.png" width="16" height="16" alt="star"> and a counter
      <img src="https://example.org/count.gif" width="1" height="1" alt=""></p>`;
  document.body.replaceChildren(root);
  for (const image of root.querySelectorAll('img')) Object.defineProperty(image, 'complete', { value: false });
  stop = watchPictures(root);
});

test('a picture that does not come leaves its words and the way to it, and no word in the text', () => {
  const before = root.textContent;
  for (const image of root.querySelectorAll('img')) fail(image);
  expect(root.querySelectorAll('img')).toHaveLength(0);
  expect(root.textContent).toBe(before);
  const [cairn, hut, star, counter] = frames();
  expect(cairn?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Picture that could not be loaded: A cairn in fog',
  );
  expect(cairn?.querySelector('a')?.href).toBe('https://example.org/cairn.jpg');
  // A link in a link is none.
  expect(hut?.querySelector('a')).toBeNull();
  expect(hut?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('This picture could not be loaded');
  // What is small stays in its line.
  expect(star?.dataset.small).toBe('');
  expect(star?.querySelector('a')).toBeNull();
  expect(counter?.querySelector('[role=img]')).toBeNull();
});

test('with the connection the pictures come back', () => {
  fail(root.querySelector('img'));
  expect(frames()).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  expect(frames()).toHaveLength(0);
  expect(root.querySelector('img')?.src).toBe('https://example.org/cairn.jpg');
});
