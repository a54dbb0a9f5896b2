import DOMPurify from 'dompurify';

/**
 * The article's HTML once more through a sanitiser, in the browser that shows it (the server has sanitised it when it was
 * stored), and made fit for this page: headings continue the page's outline, wide things scroll by themselves and can be
 * reached by keyboard, links open apart and carry no referrer.
 */
export function prepareArticleHtml(html: string): string {
  // Where it cannot work it would hand the HTML back as it came.
  if (!DOMPurify.isSupported) throw new Error('This browser cannot show articles safely.');
  const fragment = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog', 'audio', 'video', 'h1'],
    FORBID_ATTR: ['style', 'class', 'tabindex', 'autofocus', 'srcset'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: true,
    RETURN_DOM_FRAGMENT: true,
  });
  levelHeadings(fragment);
  for (const link of fragment.querySelectorAll('a')) prepareLink(link);
  for (const image of fragment.querySelectorAll('img')) prepareImage(image);
  for (const block of fragment.querySelectorAll('pre')) makeScroller(block, 'Code');
  for (const table of fragment.querySelectorAll('table')) {
    const scroller = fragment.ownerDocument.createElement('div');
    table.replaceWith(scroller);
    scroller.append(table);
    makeScroller(scroller, table.caption?.textContent?.trim() || 'Table');
  }
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}

/** The title is the page's h1: the article's own headings start at h2 and skip no level. */
function levelHeadings(fragment: DocumentFragment): void {
  const open: number[] = [];
  for (const heading of fragment.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const rank = Number(heading.localName.slice(1));
    while ((open.at(-1) ?? 0) >= rank) open.pop();
    const level = Math.min(6, 2 + open.length);
    open.push(rank);
    if (!heading.textContent?.trim() && !heading.querySelector('img')) {
      heading.remove();
    } else if (level !== rank) {
      const renamed = fragment.ownerDocument.createElement(`h${level}`);
      for (const { name, value } of heading.attributes) renamed.setAttribute(name, value);
      renamed.append(...heading.childNodes);
      heading.replaceWith(renamed);
    }
  }
}

function prepareLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href');
  if (!href) return;
  if (!href.startsWith('#')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  const hasName = link.textContent?.trim() || [...link.querySelectorAll('img')].some((image) => image.alt.trim());
  if (!hasName) link.setAttribute('aria-label', `Link to ${link.hostname || href}`);
}

function prepareImage(image: HTMLImageElement): void {
  if (!image.hasAttribute('alt')) image.alt = '';
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
}

function makeScroller(element: HTMLElement, label: string): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
  element.dataset.scroller = '';
}
