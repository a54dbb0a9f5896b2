import { buildColumn } from './build-column.ts';
import { buildRelationships, type ForeignKey } from './build-relationships.ts';
import { buildRoutine } from './build-routine.ts';
import type { CatalogRows } from './catalog-rows.ts';
import {
  type Column,
  quoteIdentifier,
  type Relation,
  type Relationship,
  type Routine,
  relationKey,
  type SchemaModel,
} from './schema-model.ts';
import { viewColumns } from './view-columns.ts';

interface Draft extends Relation {
  relationships: Relationship[];
  primaryKey: Column[];
  readonly byNumber: Map<number, Column>;
  uniqueKeys: number[][];
}

/** A column of a table, however many views it is seen through. */
interface Exposure {
  readonly relation: Draft;
  /** Table's column number → the column of `relation`. */
  readonly columns: ReadonlyMap<number, Column>;
}

export function buildSchemaModel(rows: CatalogRows, schemas: readonly string[], version: number): SchemaModel {
  const drafts = buildRelations(rows);
  const exposures = exposuresOf(rows, drafts);
  const foreignKeys: ForeignKey[] = rows.foreignKeys.flatMap((key) => {
    const unique = (drafts.get(key.relation)?.uniqueKeys ?? []).some((columns) => sameSet(columns, key.columns));
    const origins = (exposures.get(key.relation) ?? []).filter(({ columns }) =>
      key.columns.every((number) => columns.has(number)),
    );
    const targets = (exposures.get(key.target) ?? []).filter(({ columns }) =>
      key.target_columns.every((number) => columns.has(number)),
    );
    return origins.flatMap((origin) =>
      targets.map((target) => ({
        constraint: key.name,
        origin: origin.relation,
        target: target.relation,
        unique,
        columns: key.columns.flatMap((number, index): [Column, Column][] => {
          const own = origin.columns.get(number);
          const other = target.columns.get(key.target_columns[index] ?? 0);
          return own === undefined || other === undefined ? [] : [[own, other]];
        }),
      })),
    );
  });
  for (const [relation, relationships] of buildRelationships(foreignKeys))
    (relation as Draft).relationships.push(...relationships);

  const routines = new Map<string, Routine[]>();
  for (const row of rows.routines) {
    const routine = buildRoutine(row, drafts);
    if (routine === null) continue;
    const key = relationKey(row.schema, row.name);
    routines.set(key, [...(routines.get(key) ?? []), routine]);
  }
  const relations = new Map(
    [...drafts.values()].map((draft) => [relationKey(draft.schema, draft.name), draft as Relation]),
  );
  return { schemas, relations, routines, castTypes: buildCastTypes(rows), version };
}

function buildRelations(rows: CatalogRows): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const { oid, schema, name, kind, insertable, description } of rows.relations) {
    const sqlName = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
    drafts.set(oid, {
      schema,
      name,
      sqlName,
      isView: kind === 'v' || kind === 'm',
      insertable,
      description,
      columns: new Map(),
      primaryKey: [],
      relationships: [],
      byNumber: new Map(),
      uniqueKeys: [],
    });
  }
  for (const row of rows.columns) {
    const draft = drafts.get(row.relation);
    if (draft === undefined) continue;
    const column = buildColumn(row);
    (draft.columns as Map<string, Column>).set(row.name, column);
    draft.byNumber.set(row.number, column);
  }
  for (const { relation, columns, is_primary } of rows.uniqueKeys) {
    const draft = drafts.get(relation);
    if (draft === undefined) continue;
    draft.uniqueKeys.push(columns);
    if (is_primary) draft.primaryKey = columns.flatMap((number) => draft.byNumber.get(number) ?? []);
  }
  return drafts;
}

/** Where each table's columns can be seen: in the table itself and in views that pass them through (views of views too). */
function exposuresOf(rows: CatalogRows, drafts: ReadonlyMap<string, Draft>): Map<string, Exposure[]> {
  const origins = new Map(rows.views.map((view) => [view.relation, viewColumns(view.query_tree)]));
  const exposures = new Map<string, Exposure[]>();
  const trace = (oid: string, number: number, depth: number): { table: string; number: number } | null => {
    const columns = origins.get(oid);
    if (columns === undefined) return { table: oid, number };
    const column = columns.find((candidate) => candidate.number === number);
    return column === undefined || depth > 8 ? null : trace(column.origin, column.originNumber, depth + 1);
  };
  for (const [oid, draft] of drafts) {
    const seen = new Map<string, Map<number, Column>>();
    for (const [number, column] of draft.byNumber) {
      const source = trace(oid, number, 0);
      if (source === null) continue;
      const columns = seen.get(source.table) ?? new Map<number, Column>();
      if (!columns.has(source.number)) columns.set(source.number, column);
      seen.set(source.table, columns);
    }
    for (const [table, columns] of seen)
      exposures.set(table, [...(exposures.get(table) ?? []), { relation: draft, columns }]);
    if (draft.isView) draft.primaryKey = inheritedKey(seen, drafts);
  }
  return exposures;
}

/** A view of one table that shows its primary key has that key. */
function inheritedKey(
  seen: ReadonlyMap<string, ReadonlyMap<number, Column>>,
  drafts: ReadonlyMap<string, Draft>,
): Column[] {
  if (seen.size !== 1) return [];
  for (const [table, columns] of seen) {
    const base = drafts.get(table);
    const key = (base?.primaryKey ?? []).map(
      (own) => [...(base?.byNumber ?? [])].find(([, column]) => column === own)?.[0] ?? 0,
    );
    const shown = key.flatMap((number) => columns.get(number) ?? []);
    if (key.length > 0 && shown.length === key.length) return shown;
  }
  return [];
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((number) => b.includes(number));

/** Spellings of SQL that are no type names in the catalogue. */
const spellings = { int: 'integer', decimal: 'numeric', dec: 'numeric', float: 'double precision', char: 'character' };

function buildCastTypes(rows: CatalogRows): Map<string, string> {
  const types = new Map<string, string>();
  for (const { name, sql } of rows.types) {
    for (const spelling of [name.toLowerCase(), sql.toLowerCase()]) {
      types.set(spelling, sql);
      types.set(`${spelling}[]`, `${sql}[]`);
    }
  }
  for (const [spelling, sql] of Object.entries(spellings)) {
    types.set(spelling, sql);
    types.set(`${spelling}[]`, `${sql}[]`);
  }
  return types;
}
