/** Turns a fetched page into an article, away from the thread that serves requests. Adapter: `worker-extractor.ts`. */
export interface ArticleExtractor {
  /** Rejects with `ExtractionFailure` only. `signal` ends the work and the thread that does it. */
  extract(page: PageToExtract, signal: AbortSignal): Promise<ExtractedArticle>;
  close(): Promise<void>;
}

export interface PageToExtract {
  /** Where the page came from, after redirects. */
  url: string;
  contentType: string | null;
  contentLanguage: string | null;
  body: Uint8Array;
  /** The time of the import, ms since the epoch: dates after it are not believed. */
  nowMs: number;
}

export interface ExtractedArticle {
  title: string;
  byline: string | null;
  siteName: string | null;
  /** ISO 8601 in UTC. */
  publishedAt: string | null;
  /** BCP 47. */
  language: string | null;
  direction: 'ltr' | 'rtl';
  excerpt: string | null;
  leadImageUrl: string | null;
  canonicalUrl: string;
  /** Sanitised; see `sanitise-article.ts`. */
  contentHtml: string;
  /** `readingTextOf(contentHtml)`. */
  contentText: string;
  wordCount: number;
  readingMinutes: number;
}

export const extractionFailureKinds = [
  'empty',
  'pdf',
  'not_a_page',
  'no_article',
  /** The article, not the page. */
  'too_large',
  'timeout',
  /** Out of memory, a fault of a parser, or a thread that could not start. */
  'crashed',
  'overloaded',
  'aborted',
] as const;
export type ExtractionFailureKind = (typeof extractionFailureKinds)[number];

export class ExtractionFailure extends Error {
  readonly kind: ExtractionFailureKind;

  constructor(kind: ExtractionFailureKind, cause?: unknown) {
    super(`extraction failed: ${kind}`, cause === undefined ? undefined : { cause });
    this.name = 'ExtractionFailure';
    this.kind = kind;
  }
}
