import type {
  Column,
  ColumnPair,
  DirectRelationship,
  JunctionRelationship,
  Relation,
  Relationship,
} from './schema-model.ts';

export interface ForeignKey {
  readonly constraint: string;
  readonly origin: Relation;
  readonly target: Relation;
  /** [referencing, referenced] */
  readonly columns: readonly ColumnPair[];
  /** The referencing columns are unique: the other side has at most one row. */
  readonly unique: boolean;
}

/** Every way to embed, by origin: along a foreign key, against it, and across a table whose key is two foreign keys. */
export function buildRelationships(foreignKeys: readonly ForeignKey[]): Map<Relation, Relationship[]> {
  const byOrigin = new Map<Relation, Relationship[]>();
  const add = (origin: Relation, relationship: Relationship): void => {
    const list = byOrigin.get(origin);
    if (list === undefined) byOrigin.set(origin, [relationship]);
    else list.push(relationship);
  };
  const keysOf = new Map<Relation, ForeignKey[]>();
  for (const key of foreignKeys) {
    add(key.origin, along(key));
    add(key.target, against(key));
    keysOf.set(key.origin, [...(keysOf.get(key.origin) ?? []), key]);
  }
  for (const [junction, keys] of keysOf) {
    const inKey = keys.filter((key) => key.columns.every(([own]) => isIn(junction.primaryKey, own)));
    for (const first of inKey) {
      for (const second of inKey) {
        if (first.constraint !== second.constraint) add(first.target, across(junction, first, second));
      }
    }
  }
  return byOrigin;
}

const isIn = (columns: readonly Column[], column: Column): boolean =>
  columns.some((other) => other.name === column.name);

const along = (key: ForeignKey): DirectRelationship => ({
  kind: key.unique ? 'one-to-one' : 'many-to-one',
  originHoldsKey: true,
  constraint: key.constraint,
  target: key.target,
  isSelf: key.origin === key.target,
  columns: key.columns,
});

const against = (key: ForeignKey): DirectRelationship => ({
  kind: key.unique ? 'one-to-one' : 'one-to-many',
  originHoldsKey: false,
  constraint: key.constraint,
  target: key.origin,
  isSelf: key.origin === key.target,
  columns: key.columns.map(([own, other]) => [other, own]),
});

const across = (junction: Relation, first: ForeignKey, second: ForeignKey): JunctionRelationship => ({
  kind: 'many-to-many',
  constraint: first.constraint,
  targetConstraint: second.constraint,
  junction,
  target: second.target,
  isSelf: first.target === second.target,
  originColumns: first.columns.map(([own, other]) => [other, own]),
  targetColumns: second.columns,
});
