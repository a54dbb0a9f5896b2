import createDOMPurify, { type WindowLike } from 'dompurify';
import { allElements } from './all-elements.ts';
import { type AttributeContext, idPrefix } from './article-attributes.ts';
import { ArticleBuilder } from './article-builder.ts';
import { dropped, sieveAttributes, sieveTags } from './element-rules.ts';

/**
 * Untrusted HTML → the HTML of an article. Two locks, one behind the other: DOMPurify's sieve, then a builder that copies
 * only what is allowed. The result is parsed again until it no longer changes, so that every parser sees the same tree in it.
 */
export function sanitiseArticle(
  html: string,
  window: WindowLike & { document: Document },
  context: AttributeContext,
): HTMLElement {
  const sieve = createDOMPurify(window);
  const fragment = sieve.sanitize(html, {
    ALLOWED_TAGS: sieveTags,
    ALLOWED_ATTR: sieveAttributes,
    FORBID_CONTENTS: [...dropped],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: true,
    // Ids are prefixed by the builder; the names they would clobber never reach the application.
    SANITIZE_DOM: false,
    RETURN_DOM_FRAGMENT: true,
  });
  const inert = window.document.implementation.createHTMLDocument('');
  let root = new ArticleBuilder(inert, context).build(fragment);
  dropLooseTargets(root);
  for (let round = 0; round < 3; round += 1) {
    const serialised = root.innerHTML;
    const parsed = inert.createElement('div');
    parsed.innerHTML = serialised;
    root = parsed;
    if (parsed.innerHTML === serialised) break;
  }
  return root;
}

/** Keeps only ids that a link of the article leads to, and only links whose place exists. */
function dropLooseTargets(root: HTMLElement): void {
  const all = allElements(root);
  const ids = new Set<string>();
  for (const element of all) {
    // The first of several bearers of an id is the one that a link finds.
    if (element.id && ids.has(element.id)) element.removeAttribute('id');
    else if (element.id) ids.add(element.id);
  }
  const wanted = new Set<string>();
  for (const link of all.filter((element) => element.localName === 'a')) {
    const href = link.getAttribute('href') ?? '';
    if (!href.startsWith(`#${idPrefix}`)) continue;
    if (ids.has(href.slice(1))) wanted.add(href.slice(1));
    else link.removeAttribute('href');
  }
  for (const element of all) {
    if (element.id && !wanted.has(element.id)) element.removeAttribute('id');
    const isPlain = element.attributes.length === 0 && (element.localName === 'a' || element.localName === 'span');
    if (isPlain) element.replaceWith(...element.childNodes);
  }
}
