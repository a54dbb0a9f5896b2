import { queryError } from './data-error.ts';
import { isValues, type Operation, simpleOperators, textSearchOperators } from './query-ast.ts';
import type { ConditionPlan, FieldPlan, OutputName, Slot, Statement } from './read-plan.ts';

/** PostgreSQL cuts names behind this many bytes, which could make two names one. */
const maxNameBytes = 63;

/**
 * Collects the parameters of one statement. Everything it prints is either a constant of this program, a quoted name from the
 * schema cache, a `$n`, or hexadecimal digits (names chosen by the client): no text of a request can reach the SQL.
 */
export class SqlBuilder {
  private readonly slots: Slot[] = [];

  param(slot: Slot): string {
    return `$${this.slots.push(slot)}`;
  }

  statement(text: string): Statement {
    return { text, slots: this.slots };
  }

  outputName(name: OutputName): string {
    return 'column' in name ? name.column.sqlName : encodeName(name.text);
  }

  field(field: FieldPlan): string {
    const column = `${field.alias}.${field.column.sqlName}`;
    if (field.path.length === 0) return column;
    const steps = field.path.map(({ arrow, key, isIndex }) =>
      isIndex
        ? `${arrow}${this.param({ from: 'constant', value: key })}::int`
        : `${arrow}${this.param({ from: 'constant', value: key })}::text`,
    );
    return `(${field.column.family === 'json' ? column : `to_jsonb(${column})`}${steps.join('')})`;
  }

  condition(condition: ConditionPlan): string {
    if (condition.kind === 'embedded') return `${condition.embed.alias}.j IS ${condition.isNull ? '' : 'NOT '}NULL`;
    if (condition.kind === 'logic') {
      const joined = condition.items
        .map((item) => this.condition(item))
        .join(condition.operator === 'and' ? ' AND ' : ' OR ');
      return `${condition.negated ? 'NOT ' : ''}(${joined})`;
    }
    const sql = this.operation(condition.field, condition.operation);
    return condition.negated ? `NOT (${sql})` : sql;
  }

  where(conditions: readonly string[]): string {
    return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  }

  private operation(field: FieldPlan, operation: Operation): string {
    const left = this.field(field);
    switch (operation.kind) {
      case 'is':
        return `${left} ${isValues[operation.value]}`;
      case 'in':
        return `${left} = ANY(${this.param({ from: 'value', index: operation.value })})`;
      case 'search': {
        const config =
          operation.config === null
            ? ''
            : `${this.param({ from: 'value', index: operation.config })}::text::regconfig, `;
        const isVector = field.path.length === 0 && field.column.family === 'tsvector';
        const vector = isVector ? left : `to_tsvector(${config}${left})`;
        const query = this.param({ from: 'value', index: operation.value });
        return `${vector} @@ ${textSearchOperators[operation.operator]}(${config}${query}::text)`;
      }
      case 'simple': {
        const value = this.param({ from: 'value', index: operation.value });
        const right =
          operation.quantifier === null ? value : `${operation.quantifier === 'any' ? 'ANY' : 'ALL'}(${value})`;
        return `${left} ${simpleOperators[operation.operator]} ${right}`;
      }
    }
  }
}

/** A client's name as `U&"\0041…"`: digits only, so that nothing in it can end the quotes. */
function encodeName(text: string): string {
  let bytes = 0;
  let encoded = '';
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point === 0 || (point >= 0xd800 && point <= 0xdfff)) throw nameError();
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    encoded += `\\+${point.toString(16).padStart(6, '0')}`;
  }
  if (bytes === 0 || bytes > maxNameBytes) throw nameError();
  return `U&"${encoded}"`;
}

const nameError = (): Error =>
  queryError(
    'An alias or key in "select" cannot be used as a name',
    `Names are 1 to ${maxNameBytes} bytes long and hold no NUL`,
  );
