import type { Aggregate, Operation } from './query-ast.ts';
import type { Column, Relation, Relationship } from './schema-model.ts';

/** Where a statement parameter gets its value when the statement is run. */
export type Slot =
  | { readonly from: 'value'; readonly index: number; readonly atMost?: number }
  | { readonly from: 'constant'; readonly value: string | number }
  | { readonly from: 'body' }
  | { readonly from: 'argument'; readonly name: string };

/** An output name: a column's own name from the schema cache, or a name of the client's choosing. */
export type OutputName = { readonly column: Column } | { readonly text: string };

/** A column of the level `alias`, or a place inside it. */
export interface FieldPlan {
  readonly alias: string;
  readonly column: Column;
  readonly path: readonly { readonly arrow: '->' | '->>'; readonly key: string; readonly isIndex: boolean }[];
}

export type ItemPlan =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'field';
      readonly field: FieldPlan;
      readonly sqlCast: string | null;
      readonly aggregate: Aggregate | null;
      readonly sqlAggregateCast: string | null;
      readonly name: OutputName | null;
    }
  | { readonly kind: 'count'; readonly sqlCast: string | null; readonly name: OutputName }
  | { readonly kind: 'embed'; readonly embed: EmbedPlan };

export interface EmbedPlan {
  /** Alias of the lateral join. */
  readonly alias: string;
  readonly name: OutputName;
  readonly relationship: Relationship;
  readonly toOne: boolean;
  readonly inner: boolean;
  readonly spread: boolean;
  readonly level: LevelPlan;
  /** Alias of the junction table, for many-to-many. */
  readonly junctionAlias: string;
  /** Columns of the target that the level above orders by: printed as `o0`, `o1`, … */
  readonly orderColumns: FieldPlan[];
}

export type ConditionPlan =
  | { readonly kind: 'filter'; readonly field: FieldPlan; readonly negated: boolean; readonly operation: Operation }
  | { readonly kind: 'embedded'; readonly embed: EmbedPlan; readonly isNull: boolean }
  | {
      readonly kind: 'logic';
      readonly operator: 'and' | 'or';
      readonly negated: boolean;
      readonly items: readonly ConditionPlan[];
    };

export interface OrderPlan {
  readonly by: FieldPlan | { readonly embed: EmbedPlan; readonly position: number };
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** One level of the result: the root or an embedded resource. */
export interface LevelPlan {
  readonly alias: string;
  readonly relation: Relation | null;
  readonly items: readonly ItemPlan[];
  readonly embeds: readonly EmbedPlan[];
  readonly conditions: readonly ConditionPlan[];
  readonly order: readonly OrderPlan[];
  readonly limit: Slot | null;
  readonly offset: Slot | null;
}

/** One statement and where its parameters come from. */
export interface Statement {
  readonly text: string;
  readonly slots: readonly Slot[];
}
