import type { ImportArticleResult } from '@cairn/contracts/import-article';
import type { ImportOutcome } from './import-outcome.ts';

export function presentImport(outcome: ImportOutcome): ImportArticleResult {
  return {
    status: outcome.isNew ? 'imported' : 'duplicate',
    importRunId: outcome.importRunId,
    articleId: outcome.articleId,
    title: outcome.title,
  };
}
