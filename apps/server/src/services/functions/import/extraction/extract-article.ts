import { readingTextOf } from '@cairn/contracts/reading-text';
import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { chooseCanonical } from '../domain/article-url.ts';
import { articleLanguage, textDirection } from '../domain/language.ts';
import { bodyKind, decodePage } from '../domain/page-encoding.ts';
import { textSize } from '../domain/reading-time.ts';
import { wellFormedText } from '../domain/well-formed-text.ts';
import { type ExtractedArticle, ExtractionFailure, type PageToExtract } from './article-extractor.ts';
import { dropClutter, dropRepeatedHead } from './drop-clutter.ts';
import { clean, pageMetadata } from './page-metadata.ts';
import { prepareImages } from './prepare-images.ts';
import { sanitiseArticle } from './sanitise-article.ts';

/** More elements than any article has; Readability gives up instead of burning time. */
const maxElements = 200_000;
const minWords = 25;
const maxLinkShare = 0.6;
/** Bytes of text as stored; the markup around it may be twice that. */
const maxTextBytes = 10 * 1024 * 1024;

/** Page → article. Pure computation, seconds of it on large pages: runs in a worker thread. Throws `ExtractionFailure`. */
export function extractArticle(page: PageToExtract): ExtractedArticle {
  const kind = bodyKind(page.body);
  if (kind === 'empty') throw new ExtractionFailure('empty');
  if (kind === 'pdf') throw new ExtractionFailure('pdf');
  if (kind !== 'text') throw new ExtractionFailure('not_a_page');
  // No scripts run and nothing is loaded: jsdom's default, kept by giving it no options for either.
  const dom = new JSDOM(decodePage(page.body, page.contentType), {
    url: page.url,
    virtualConsole: new VirtualConsole(),
  });
  try {
    return articleOf(dom, page);
  } finally {
    dom.window.close();
  }
}

function articleOf(dom: JSDOM, page: PageToExtract): ExtractedArticle {
  const { document } = dom.window;
  const baseUrl = document.baseURI;
  const metadata = pageMetadata(document, page.contentLanguage, page.nowMs);
  prepareImages(document);
  dropClutter(document);
  const readable = new Readability(document, { maxElemsToParse: maxElements, keepClasses: true }).parse();
  if (!readable?.content) throw new ExtractionFailure('no_article');

  const root = sanitiseArticle(readable.content, dom.window, { baseUrl, pageUrl: page.url });
  const title =
    clean(readable.title, 300) ??
    clean(metadata.headline, 300) ??
    clean(root.getElementsByTagName('h2')[0]?.textContent, 300) ??
    new URL(page.url).hostname;
  const byline = dropRepeatedHead(
    root,
    { title, byline: authorName(metadata.byline ?? readable.byline), publishedAt: metadata.publishedAt },
    page.nowMs,
  );
  const contentHtml = wellFormedText(root.innerHTML);
  root.innerHTML = contentHtml;
  const contentText = readingTextOf<Node>(root).text;
  if (Buffer.byteLength(contentText) > maxTextBytes || Buffer.byteLength(contentHtml) > 2 * maxTextBytes) {
    throw new ExtractionFailure('too_large');
  }

  const language = articleLanguage(metadata.declaredLanguage, contentText);
  const size = textSize(contentText, language);
  if (size.words < minWords || linkShare(root, contentText) > maxLinkShare) throw new ExtractionFailure('no_article');
  return {
    title,
    byline,
    siteName: metadata.siteName ?? clean(readable.siteName, 200),
    publishedAt: metadata.publishedAt,
    language,
    direction: textDirection(contentText),
    excerpt: metadata.description ?? clean(firstParagraph(contentText), 400),
    leadImageUrl: metadata.leadImageUrl ?? root.getElementsByTagName('img')[0]?.getAttribute('src') ?? null,
    canonicalUrl: chooseCanonical(metadata.declaredCanonical, page.url),
    contentHtml,
    contentText,
    wordCount: size.words,
    readingMinutes: size.minutes,
  };
}

function authorName(raw: string | null | undefined): string | null {
  return clean(raw, 200)?.replace(/^(?:(?:written |posted )?by|par|por)[:\s]+(?=\p{L})/iu, '') ?? null;
}

// Mottoes, places and dates come before many a text: the first block that is a sentence says more.
function firstParagraph(text: string): string {
  const blocks = text.split('\n\n', 12);
  return blocks.find((block) => block.length >= 60 || /[。！？]$/.test(block)) ?? blocks[0] ?? '';
}

/** The share of the text that is link labels: high on front pages, indexes and search results. */
function linkShare(root: HTMLElement, text: string): number {
  let linked = 0;
  for (const link of root.getElementsByTagName('a')) {
    if (!link.getAttribute('href')?.startsWith('#')) linked += link.textContent?.trim().length ?? 0;
  }
  return text.length === 0 ? 1 : linked / text.length;
}
