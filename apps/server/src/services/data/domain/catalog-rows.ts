/** What the catalogue says about the exposed schemas, row by row; `build-schema-model.ts` makes the model of it. */
export interface CatalogRows {
  relations: RelationRow[];
  columns: ColumnRow[];
  uniqueKeys: UniqueKeyRow[];
  foreignKeys: ForeignKeyRow[];
  views: ViewRow[];
  routines: RoutineRow[];
  types: TypeRow[];
}

export interface RelationRow {
  oid: string;
  schema: string;
  name: string;
  kind: 'r' | 'p' | 'f' | 'v' | 'm';
  insertable: boolean;
  description: string | null;
}

export interface ColumnRow {
  relation: string;
  number: number;
  name: string;
  type: string;
  base_type: string;
  nullable: boolean;
  default_sql: string | null;
}

export interface UniqueKeyRow {
  relation: string;
  columns: number[];
  is_primary: boolean;
}

export interface ForeignKeyRow {
  name: string;
  relation: string;
  columns: number[];
  target: string;
  target_columns: number[];
}

export interface ViewRow {
  relation: string;
  /** The parsed query as PostgreSQL stores it. */
  query_tree: string;
}

export interface RoutineRow {
  schema: string;
  name: string;
  volatility: 'i' | 's' | 'v';
  returns_set: boolean;
  return_kind: string;
  return_type: string;
  return_relation: string;
  default_count: number;
  names: string[];
  modes: string[];
  types: string[];
  base_types: string[];
}

export interface TypeRow {
  name: string;
  sql: string;
}
