/** What became of a request to import: the article, and whether this request brought it in. */
export interface ImportOutcome {
  isNew: boolean;
  importRunId: string;
  articleId: string;
  title: string;
}
