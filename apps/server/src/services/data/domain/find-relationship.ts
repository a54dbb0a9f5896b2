import { closestName } from './closest-name.ts';
import { DataError } from './data-error.ts';
import type { DirectRelationship, Relation, Relationship } from './schema-model.ts';

/**
 * Chooses the relationship for `origin?select=target!hint(…)`. `target` may be a relation, a foreign key or, on the side that
 * holds the key, its single column. Throws PGRST200 when there is none and PGRST201 (with the choices) when there are several.
 */
export function findRelationship(origin: Relation, target: string, hint: string | null): Relationship {
  const candidates = origin.relationships.filter(
    (relationship) => relationship.target.schema === origin.schema && matches(relationship, target, hint),
  );
  const [first, ...others] = candidates;
  if (first === undefined) throw notFound(origin, target, hint);
  if (others.length > 0) throw ambiguous(origin, target, candidates);
  return first;
}

export const isToOne = (relationship: Relationship): boolean =>
  relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  const byName = relationship.target.name === target;
  if (relationship.kind === 'many-to-many') {
    if (!byName) return false;
    if (hint === null) return !relationship.isSelf;
    return relationship.junction.name === hint || relationship.targetConstraint === hint;
  }
  const ownColumn = relationship.originHoldsKey ? singleColumn(relationship, 0) : null;
  if (relationship.isSelf) {
    // One foreign key, two directions: the relation's name means the many, the key's column the one.
    if (hint === null) return relationship.originHoldsKey ? ownColumn === target : byName;
    return byName && !relationship.originHoldsKey && hints(relationship, hint);
  }
  if (hint === null) return byName || relationship.constraint === target || ownColumn === target;
  return byName && hints(relationship, hint);
}

const hints = (relationship: DirectRelationship, hint: string): boolean =>
  relationship.constraint === hint || singleColumn(relationship, 0) === hint || singleColumn(relationship, 1) === hint;

function singleColumn(relationship: DirectRelationship, side: 0 | 1): string | null {
  const [pair, ...others] = relationship.columns;
  return pair === undefined || others.length > 0 ? null : pair[side].name;
}

function notFound(origin: Relation, target: string, hint: string | null): DataError {
  const names = origin.relationships.map((relationship) => relationship.target.name);
  const suggestion = names.includes(target) ? null : closestName(target, names);
  return new DataError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin.name}' and '${target}'${
      hint === null ? '' : ` using the hint '${hint}'`
    } in the schema '${origin.schema}', but no matches were found.`,
    suggestion === null ? null : `Perhaps you meant '${suggestion}' instead of '${target}'.`,
  );
}

function ambiguous(origin: Relation, target: string, candidates: readonly Relationship[]): DataError {
  const choices = candidates.map((relationship) => {
    const name = relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint;
    return `'${relationship.target.name}!${name}'`;
  });
  return new DataError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    candidates.map((relationship) => describe(origin, relationship)),
    `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  );
}

function describe(origin: Relation, relationship: Relationship): Record<string, string> {
  const embedding = `${origin.name} with ${relationship.target.name}`;
  const list = (names: string[]): string => `(${names.join(', ')})`;
  if (relationship.kind === 'many-to-many') {
    const { junction, constraint, targetConstraint, originColumns, targetColumns } = relationship;
    const first = list(originColumns.map(([, own]) => own.name));
    const second = list(targetColumns.map(([own]) => own.name));
    return {
      cardinality: relationship.kind,
      embedding,
      relationship: `${junction.name} using ${constraint}${first} and ${targetConstraint}${second}`,
    };
  }
  const own = list(relationship.columns.map(([column]) => column.name));
  const other = list(relationship.columns.map(([, column]) => column.name));
  return {
    cardinality: relationship.kind,
    embedding,
    relationship: `${relationship.constraint} using ${origin.name}${own} and ${relationship.target.name}${other}`,
  };
}
