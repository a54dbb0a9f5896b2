import { publishedDate } from '../domain/published-date.ts';
import { type StructuredData, structuredData } from '../domain/structured-data.ts';
import { wellFormedText } from '../domain/well-formed-text.ts';
import { allElements } from './all-elements.ts';
import { webAddress } from './article-attributes.ts';

export interface PageMetadata {
  headline: string | null;
  byline: string | null;
  siteName: string | null;
  publishedAt: string | null;
  declaredLanguage: string | null;
  description: string | null;
  leadImageUrl: string | null;
  declaredCanonical: string | null;
}

const dateNames = [
  'article:published_time',
  'og:published_time',
  'article:published',
  'datepublished',
  'citation_publication_date',
  'dcterms.issued',
  'dcterms.created',
  'dc.date.issued',
  'dc.date.created',
  'dcterms.date',
  'dc.date',
  'parsely-pub-date',
  'sailthru.date',
  'publish-date',
  'pubdate',
  'date',
];
const authorNames = [
  'author',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'citation_author',
  'parsely-author',
  'sailthru.author',
  'byl',
];
const imageNames = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'thumbnail',
];

/** Reads what a page says about itself, before anything is changed in it. */
export function pageMetadata(document: Document, contentLanguage: string | null, nowMs: number): PageMetadata {
  const meta = metaValues(document);
  const first = (names: readonly string[]) => names.map((name) => meta.get(name)).find((value) => value) ?? null;
  const data: StructuredData | null = structuredData(jsonLdScripts(document));
  const base = document.baseURI;
  const author = first(authorNames);
  return {
    headline: data?.headline ?? first(['og:title', 'twitter:title', 'citation_title', 'dc.title', 'dcterms.title']),
    byline: clean(
      data?.author ?? (author && !/^https?:/i.test(author) ? author : null) ?? itemprop(document, 'author'),
      200,
    ),
    siteName: clean(first(['og:site_name', 'application-name']) ?? data?.siteName, 200),
    publishedAt: firstDate(
      [
        data?.datePublished,
        ...dateNames.map((name) => meta.get(name)),
        ...timeElements(document),
        ...datedElements(document),
      ],
      nowMs,
    ),
    declaredLanguage:
      attribute(document.documentElement, 'lang') ??
      attribute(document.documentElement, 'xml:lang') ??
      attribute(document.body, 'lang') ??
      first(['content-language', 'og:locale', 'dc.language', 'dcterms.language', 'language']) ??
      data?.language ??
      contentLanguage,
    description: clean(
      first(['og:description', 'description', 'twitter:description', 'dc.description']) ?? data?.description,
      400,
    ),
    leadImageUrl:
      webAddress(first(imageNames), base) ??
      webAddress(data?.image, base) ??
      webAddress(linkHref(document, 'image_src'), base),
    declaredCanonical: webAddress(linkHref(document, 'canonical') ?? meta.get('og:url'), base),
  };
}

/** One line, trimmed, cut at `maxLength` at a word's end. */
export function clean(raw: string | null | undefined, maxLength: number): string | null {
  const text = wellFormedText(raw ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!text) return null;
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const lastSpace = cut.lastIndexOf(' ');
  return `${wellFormedText(cut.slice(0, lastSpace > maxLength * 0.6 ? lastSpace : maxLength))}…`;
}

function metaValues(document: Document): Map<string, string> {
  const values = new Map<string, string>();
  for (const element of document.getElementsByTagName('meta')) {
    const content = element.getAttribute('content')?.trim();
    if (!content) continue;
    const names = ['property', 'name', 'itemprop', 'http-equiv'].flatMap((attributeName) =>
      (element.getAttribute(attributeName) ?? '').toLowerCase().split(/\s+/),
    );
    // The first one wins: later ones come from comments and teasers.
    for (const name of names) if (name && !values.has(name)) values.set(name, content);
  }
  return values;
}

function jsonLdScripts(document: Document): string[] {
  return [...document.getElementsByTagName('script')]
    .filter((script) => /^application\/ld\+json/i.test(script.getAttribute('type')?.trim() ?? ''))
    .slice(0, 20)
    .map((script) => script.textContent ?? '');
}

function timeElements(document: Document): (string | null)[] {
  const times = [...document.getElementsByTagName('time')].slice(0, 50);
  const rank = (time: Element) => {
    if (time.getAttribute('itemprop')?.toLowerCase() === 'datepublished' || time.hasAttribute('pubdate')) return 0;
    return /publish|posted|entry-date|dt-published/i.test(time.className) ? 1 : 2;
  };
  return times
    .map((time) => ({ time, rank: rank(time) }))
    .filter(({ time, rank: place }) => place < 2 || !isInList(time))
    .sort((a, b) => a.rank - b.rank)
    .map(({ time }) => time.getAttribute('datetime') ?? time.getAttribute('content') ?? time.textContent);
}

// Blogs without markup for it: a short text in an element that is called a publication date.
function datedElements(document: Document): (string | null)[] {
  const found: (string | null)[] = [];
  for (const element of allElements(document.body)) {
    if (found.length >= 5) break;
    if (
      !/(?:^|[\s_-])(?:published|pubdate|dateline|(?:post|entry|publish|article)[_-]?date)(?:$|[\s_-])/i.test(
        element.className,
      )
    )
      continue;
    const text = element.textContent?.trim() ?? '';
    if (text.length <= 60 && !isInList(element))
      found.push(text.replace(/^[^\d]*?(?=\d{4}-|\p{Lu}\p{Ll}+\.? \d|\d{1,2}\.? \p{L})/u, ''));
  }
  return found;
}

// Times in comments, navigation and side columns are not the article's.
function isInList(time: Element): boolean {
  for (let parent = time.parentElement; parent; parent = parent.parentElement) {
    if (['nav', 'aside', 'footer', 'li', 'blockquote', 'p', 'td'].includes(parent.localName)) return true;
    if (/comment|related|sidebar|widget/i.test(`${parent.className} ${parent.id}`)) return true;
  }
  return false;
}

function itemprop(document: Document, name: string): string | null {
  for (const element of document.querySelectorAll(`[itemprop~="${name}"], [rel~="${name}"]`)) {
    const text = element.textContent?.replace(/\s+/g, ' ').trim();
    if (text && text.length <= 100) return text;
  }
  return null;
}

function linkHref(document: Document, relation: string): string | null {
  for (const link of document.getElementsByTagName('link')) {
    const relations = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(relation)) return link.getAttribute('href');
  }
  return null;
}

function attribute(element: Element | null, name: string): string | null {
  return element?.getAttribute(name)?.trim() || null;
}

function firstDate(candidates: readonly (string | null | undefined)[], nowMs: number): string | null {
  for (const candidate of candidates) {
    const date = publishedDate(candidate, nowMs);
    if (date) return date;
  }
  return null;
}
