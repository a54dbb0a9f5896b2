/**
 * The exposed part of the database as the planner sees it. Made by the schema cache from the catalogue; the only source
 * of identifiers that reach SQL. `sql…` members are quoted and safe to print; everything else is for comparison and messages.
 */
export interface SchemaModel {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  /** By `relationKey(schema, name)`. */
  readonly relations: ReadonlyMap<string, Relation>;
  /** Overloads by `relationKey(schema, name)`. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** Names that a cast may use (lower case) → the type as SQL. */
  readonly castTypes: ReadonlyMap<string, string>;
  /** Grows with every load, so that plans of an older model are not used with a newer one. */
  readonly version: number;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly sqlName: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly Column[];
  /** Can rows be inserted, updated, deleted at all (views); grants are the database's business. */
  readonly insertable: boolean;
  /** Filled after all relations exist. */
  readonly relationships: readonly Relationship[];
  readonly description: string | null;
}

export interface Column {
  readonly name: string;
  readonly sqlName: string;
  /** The type as SQL (`format_type`), for record definitions and casts. */
  readonly sqlType: string;
  /** What JSON arrows and text search need to know. */
  readonly family: 'json' | 'tsvector' | 'other';
  /** The default as SQL, from the catalogue; null when there is none or it cannot be written out. */
  readonly sqlDefault: string | null;
  readonly nullable: boolean;
}

export type ColumnPair = readonly [Column, Column];

interface RelationshipBase {
  /** Foreign key constraint. */
  readonly constraint: string;
  readonly target: Relation;
  readonly isSelf: boolean;
}

/** Columns pair the origin's with the target's. */
export interface DirectRelationship extends RelationshipBase {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
  /** For one-to-one: whether the origin holds the foreign key. */
  readonly originHoldsKey: boolean;
  readonly columns: readonly ColumnPair[];
}

export interface JunctionRelationship extends RelationshipBase {
  readonly kind: 'many-to-many';
  readonly junction: Relation;
  readonly targetConstraint: string;
  /** [origin's column, junction's column] */
  readonly originColumns: readonly ColumnPair[];
  /** [junction's column, target's column] */
  readonly targetColumns: readonly ColumnPair[];
}

export type Relationship = DirectRelationship | JunctionRelationship;

export interface RoutineArgument {
  readonly name: string;
  readonly sqlName: string;
  readonly sqlType: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly sqlName: string;
  readonly arguments: readonly RoutineArgument[];
  /** One argument without a name of type json or jsonb: takes the whole body. */
  readonly takesBody: boolean;
  readonly volatile: boolean;
  readonly returnsSet: boolean;
  readonly result: RoutineResult;
}

export type RoutineResult =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar' }
  /** `relation` is the table or view whose row type is returned: such results can be embedded into. */
  | { readonly kind: 'rows'; readonly columns: ReadonlyMap<string, Column>; readonly relation: Relation | null };

/** NUL cannot occur in a PostgreSQL identifier. */
export const relationKey = (schema: string, name: string): string => `${schema}\u0000${name}`;

/** Quotes a catalogue identifier. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
