import { publishedDate } from '../domain/published-date.ts';
import { allElements } from './all-elements.ts';

// Names that say outright that this is not the article. Readability knows the vaguer ones ("sidebar", "related" …).
const clutterName =
  /^(?:ads?|advert(?:s|isement|ising)?|adsbygoogle|ad-(?:slot|unit|box|container|wrapper|banner)|sponsor(?:ed)?|share-?(?:buttons?|bar|links?|tools?)|social-?(?:share|buttons?|links?)|cookie-?(?:banner|notice|consent)|newsletter-?(?:signup|box|form)|screen-reader-text|visually-hidden|sr-only)$/i;
const maxClutterLength = 400;

/** Takes short advertisements, share buttons and notices out of a page, before the article is looked for. */
export function dropClutter(document: Document): void {
  for (const element of allElements(document.body)) {
    const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    if (!names.trim() || !names.split(/\s+/).some((name) => clutterName.test(name))) continue;
    if ((element.textContent?.trim().length ?? 0) <= maxClutterLength) element.remove();
  }
}

export interface ArticleHead {
  title: string;
  byline: string | null;
  publishedAt: string | null;
}

const bareByline = /^(?:by|von|par|por|di|da|door|av|af|автор|作者|著者)[\s:：]*$/i;
const maxBylineLength = 80;

/**
 * Drops what the reader shows above the text anyway (title, author, date) from the beginning, and rows of links from both
 * ends. Old pages name their author nowhere else than below the title: that byline is returned.
 */
export function dropRepeatedHead(root: HTMLElement, head: ArticleHead, nowMs: number): string | null {
  dropLinkRows(root);
  let byline = head.byline;
  for (let count = 0; count < 4; count += 1) {
    const first = root.firstElementChild;
    if (!first || !/^(?:p|h[2-6])$/.test(first.localName) || first.getElementsByTagName('img').length > 0) break;
    const text = squeeze(first.textContent ?? '');
    const afterTitle = text.startsWith(squeeze(head.title)) ? text.slice(squeeze(head.title).length) : null;
    if (afterTitle && byline === null && isName(afterTitle)) byline = afterTitle.trim();
    const repeats =
      afterTitle === '' ||
      bareByline.test(text) ||
      (byline !== null &&
        (text.length <= byline.length + 12 || afterTitle !== null) &&
        text.includes(squeeze(byline)) &&
        text.length < head.title.length + byline.length + 12) ||
      (head.publishedAt !== null && publishedDate(text, nowMs)?.slice(0, 10) === head.publishedAt.slice(0, 10));
    if (!repeats) break;
    first.remove();
  }
  return byline;
}

function dropLinkRows(root: HTMLElement): void {
  for (const edge of ['firstElementChild', 'lastElementChild'] as const) {
    for (let block = root[edge]; block && isLinkRow(block); block = root[edge]) block.remove();
  }
}

function isLinkRow(block: Element): boolean {
  if (!/^(?:p|ul|ol)$/.test(block.localName)) return false;
  const links = [...block.getElementsByTagName('a')].filter((link) => !link.getAttribute('href')?.startsWith('#'));
  const linked = links.reduce((sum, link) => sum + squeeze(link.textContent ?? '').length, 0);
  return links.length >= 2 && linked > squeeze(block.textContent ?? '').length * 0.8;
}

function isName(text: string): boolean {
  const name = text.trim();
  return name.length > 0 && name.length <= maxBylineLength && /^\p{Lu}/u.test(name) && !/[.!?]\s/.test(name);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
