/**
 * What a request asks for, as parsed from its query string. The tree never holds a filter value: values stand in
 * `ParsedQuery.values` and the tree refers to them by position. So two requests that differ only in values have the
 * same tree, and the tree is the key of the plan cache.
 */
export interface ParsedQuery {
  readonly shape: QueryShape;
  /** Texts, lists of texts (`in`) and numbers (limit, offset), in the order in which the shape refers to them. */
  readonly values: QueryValue[];
  /** Plain `key=value` pairs of a function call by GET: [argument, value]. */
  readonly callArguments: (readonly [string, string])[];
}

export type QueryValue = string | number | readonly string[];
/** A position in `ParsedQuery.values`. */
export type ValueIndex = number;

export interface QueryShape extends LevelShape {
  readonly select: SelectNode[];
  /** `columns=`: the columns taken from the body. */
  readonly columns: string[] | null;
  readonly onConflict: string[] | null;
  /** Filters, order and limit of embedded resources, by dotted path. */
  readonly levels: { readonly path: string[]; readonly level: LevelShape }[];
}

export interface LevelShape {
  conditions: Condition[];
  order: OrderTerm[];
  limit: ValueIndex | null;
  offset: ValueIndex | null;
}

export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly key: string;
  readonly isIndex: boolean;
}

export interface FieldRef {
  readonly name: string;
  readonly path: JsonStep[];
}

export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

export interface SelectField {
  readonly kind: 'field';
  readonly field: FieldRef;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: Aggregate | null;
  readonly aggregateCast: string | null;
}

export interface SelectCount {
  /** `count()` of the rows of the level. */
  readonly kind: 'count';
  readonly alias: string | null;
  readonly cast: string | null;
}

export interface SelectEmbed {
  readonly kind: 'embed';
  readonly relation: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: 'left' | 'inner' | null;
  readonly spread: boolean;
  readonly items: SelectNode[];
}

export type SelectNode = { readonly kind: 'star' } | SelectField | SelectCount | SelectEmbed;

/** PostgREST's name → PostgreSQL's operator. */
export const simpleOperators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'IS DISTINCT FROM',
} as const;
export type SimpleOperator = keyof typeof simpleOperators;

/** PostgREST's full-text operators → the function that makes the tsquery. */
export const textSearchOperators = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;
export type TextSearchOperator = keyof typeof textSearchOperators;

export const isValues = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
} as const;
export type IsValue = keyof typeof isValues;

export type Operation =
  | {
      readonly kind: 'simple';
      readonly operator: SimpleOperator;
      readonly quantifier: 'any' | 'all' | null;
      readonly value: ValueIndex;
    }
  | { readonly kind: 'in'; readonly value: ValueIndex }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'search';
      readonly operator: TextSearchOperator;
      readonly config: ValueIndex | null;
      readonly value: ValueIndex;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: FieldRef;
  readonly negated: boolean;
  readonly operation: Operation;
}

export interface Logic {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly items: Condition[];
}

export type Condition = Filter | Logic;

export interface OrderTerm {
  /** Set when ordering by a column of an embedded to-one resource. */
  readonly relation: string | null;
  readonly field: FieldRef;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}
