import type { ExtractedArticle, ExtractionFailureKind, PageToExtract } from './article-extractor.ts';

export interface WorkerRequest {
  id: number;
  page: PageToExtract;
}

export type WorkerReply =
  /** Loaded: jobs may come. */
  | { type: 'ready' }
  | { type: 'done'; id: number; article: ExtractedArticle }
  | { type: 'failed'; id: number; kind: ExtractionFailureKind; message: string };
