import { z } from 'zod';

/** `POST /functions/v1/import-article` */
export const importArticleRequestSchema = z.object({
  /** Client-made id of the import run: repeating a request with it returns the first one's outcome. */
  importRunId: z.uuid().optional(),
  /** As typed; a missing scheme is read as https. */
  url: z.string().trim().min(1).max(2048),
});
export type ImportArticleRequest = z.infer<typeof importArticleRequestSchema>;

/** 200 for both. Failures answer with an `ErrorBody` whose code starts with `import_`, and store no article. */
export interface ImportArticleResult {
  status: 'imported' | 'duplicate';
  importRunId: string;
  articleId: string;
  title: string;
}
