/** Bounds on what one request may ask for. Passing one is a 4xx, before the database is asked anything. */
export interface QueryLimits {
  /** Characters of the query string. */
  readonly queryLength: number;
  /** Bytes of the request body. */
  readonly bodyBytes: number;
  /** Filters in all, those inside `and`/`or` included. */
  readonly filters: number;
  /** Nesting of `and`/`or`. */
  readonly logicDepth: number;
  readonly embedDepth: number;
  /** Items of `select` in all, embedded ones included. */
  readonly selectItems: number;
  readonly orderTerms: number;
  /** Values of one `in` list. */
  readonly listValues: number;
  /** Rows of one bulk insert. */
  readonly bodyRows: number;
}

export const defaultQueryLimits: QueryLimits = {
  queryLength: 32_768,
  bodyBytes: 8 * 1024 * 1024,
  filters: 100,
  logicDepth: 8,
  embedDepth: 6,
  selectItems: 300,
  orderTerms: 20,
  listValues: 1_000,
  bodyRows: 10_000,
};
