import type { ConditionPlan, FieldPlan, LevelPlan } from './read-plan.ts';
import type { Column } from './schema-model.ts';

/**
 * The columns of a level's own rows that its select list, order and joins read; null when it reads all (`*`).
 * Naming only these lets a role with column privileges read what it may.
 */
export function usedColumns(level: LevelPlan): Column[] | null {
  const used = new Map<string, Column>();
  const add = (column: Column): void => {
    used.set(column.name, column);
  };
  for (const item of level.items) {
    if (item.kind === 'star') return null;
    if (item.kind === 'field') add(item.field.column);
  }
  for (const { by } of level.order) if (!('embed' in by)) add(by.column);
  for (const { relationship } of level.embeds) {
    const pairs = relationship.kind === 'many-to-many' ? relationship.originColumns : relationship.columns;
    for (const [own] of pairs) add(own);
  }
  for (const condition of level.conditions) for (const field of fieldsOf(condition)) add(field.column);
  return [...used.values()];
}

function fieldsOf(condition: ConditionPlan): FieldPlan[] {
  if (condition.kind === 'filter') return [condition.field];
  return condition.kind === 'logic' ? condition.items.flatMap(fieldsOf) : [];
}
