import { maxAddressLength } from '../domain/article-url.ts';
import { languageTag } from '../domain/language.ts';

export interface AttributeContext {
  /** What relative addresses refer to (the page's base). */
  baseUrl: string;
  /** The page's own address: links to it with a fragment stay inside the article. */
  pageUrl: string;
}

/** In-page targets carry this prefix, so that an article's ids never meet the application's. */
export const idPrefix = 'user-content-';

/** Copies what is allowed of an element's attributes. False: the element is to be dropped (an image without a usable address). */
export function copyAttributes(from: Element, to: Element, context: AttributeContext): boolean {
  const direction = from.getAttribute('dir')?.toLowerCase();
  if (direction === 'rtl' || direction === 'ltr' || direction === 'auto') to.setAttribute('dir', direction);
  const language = languageTag(from.getAttribute('lang'));
  if (language) to.setAttribute('lang', language);
  const id = from.getAttribute('id') ?? (from.localName === 'a' ? from.getAttribute('name') : null);
  if (id && isPlainId(id)) to.setAttribute('id', idPrefix + id);
  switch (to.localName) {
    case 'a':
      copyLink(from, to, context);
      break;
    case 'img':
      return copyImage(from, to, context);
    case 'td':
    case 'th':
      copyInteger(from, to, 'colspan', 2, 100);
      copyInteger(from, to, 'rowspan', 2, 500);
      if (/^(?:row|col|rowgroup|colgroup)$/.test(from.getAttribute('scope') ?? '')) {
        to.setAttribute('scope', from.getAttribute('scope') ?? '');
      }
      break;
    case 'ol':
      copyInteger(from, to, 'start', -99_999, 99_999);
      if (from.hasAttribute('reversed')) to.setAttribute('reversed', '');
      break;
    case 'li':
      copyInteger(from, to, 'value', -99_999, 99_999);
      break;
    case 'time':
      if (/^[\w:.+ -]{4,40}$/.test(from.getAttribute('datetime') ?? '')) {
        to.setAttribute('datetime', from.getAttribute('datetime') ?? '');
      }
      break;
    case 'abbr':
    case 'dfn':
      copyText(from, to, 'title', 300);
      break;
    case 'code':
    case 'pre':
      copyCodeLanguage(from, to);
      break;
  }
  return true;
}

/** An absolute http(s) address without credentials, or null. */
export function webAddress(raw: string | null | undefined, baseUrl: string): string | null {
  const text = raw?.trim();
  if (!text || text.length > maxAddressLength) return null;
  try {
    const url = new URL(text, baseUrl);
    if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return null;
    return url.href.length <= maxAddressLength ? url.href : null;
  } catch {
    return null;
  }
}

function copyLink(from: Element, to: Element, { baseUrl, pageUrl }: AttributeContext): void {
  const raw = from.getAttribute('href')?.trim() ?? '';
  const address = webAddress(raw, baseUrl);
  const hash = raw.startsWith('#')
    ? raw
    : address && withoutHash(address) === withoutHash(pageUrl)
      ? new URL(address).hash
      : '';
  if (hash.length > 1) {
    const id = decoded(hash.slice(1));
    if (isPlainId(id)) to.setAttribute('href', `#${idPrefix}${id}`);
    return;
  }
  if (address) {
    to.setAttribute('href', address);
    to.setAttribute('rel', 'noopener noreferrer nofollow ugc');
    copyText(from, to, 'title', 300);
  } else if (/^mailto:[^\s<>"?]{3,254}$/i.test(raw)) {
    to.setAttribute('href', raw);
  }
}

function copyImage(from: Element, to: Element, { baseUrl }: AttributeContext): boolean {
  const address = webAddress(from.getAttribute('src'), baseUrl);
  if (!address) return false;
  const width = integer(from, 'width');
  const height = integer(from, 'height');
  // Counting pixels.
  if ((width !== null && width <= 2) || (height !== null && height <= 2)) return false;
  to.setAttribute('src', address);
  to.setAttribute('alt', (from.getAttribute('alt') ?? '').slice(0, 1000));
  if (width !== null && height !== null && width <= 20_000 && height <= 20_000) {
    to.setAttribute('width', String(width));
    to.setAttribute('height', String(height));
  }
  to.setAttribute('loading', 'lazy');
  return true;
}

function copyCodeLanguage(from: Element, to: Element): void {
  const name = /(?:^|\s)(?:language|lang|highlight|brush|source)-([a-z][\w+#-]{0,30})(?:\s|$)/i.exec(
    from.getAttribute('class') ?? '',
  )?.[1];
  if (name) to.setAttribute('class', `language-${name.toLowerCase()}`);
}

function copyInteger(from: Element, to: Element, name: string, min: number, max: number): void {
  const value = integer(from, name);
  if (value !== null && value >= min && value <= max) to.setAttribute(name, String(value));
}

function copyText(from: Element, to: Element, name: string, maxLength: number): void {
  const value = from.getAttribute(name)?.trim();
  if (value) to.setAttribute(name, value.slice(0, maxLength));
}

function integer(element: Element, name: string): number | null {
  const match = /^\s*(-?\d{1,6})(?:px)?\s*$/.exec(element.getAttribute(name) ?? '');
  return match ? Number(match[1]) : null;
}

function isPlainId(id: string): boolean {
  return /^[\p{L}\p{N}_:.-]{1,100}$/u.test(id);
}

function withoutHash(address: string): string {
  return address.split('#')[0] ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
