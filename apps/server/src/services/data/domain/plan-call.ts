import { closestName } from './closest-name.ts';
import { DataError } from './data-error.ts';
import type { Routine, SchemaModel } from './schema-model.ts';
import { relationKey } from './schema-model.ts';

/** How the arguments travel: one by one (GET), as a JSON object (POST), or the body as the only argument. */
export type ArgumentSource = 'query' | 'object' | 'body';

export interface RoutineChoice {
  readonly routine: Routine;
  readonly source: ArgumentSource;
}

/**
 * Chooses the overload that takes exactly these arguments. Throws PGRST202 when none does, PGRST203 when several do.
 * `names` is null when the body is not an object: only a function that takes the whole body fits then.
 */
export function chooseRoutine(
  model: SchemaModel,
  schema: string,
  name: string,
  names: readonly string[] | null,
  method: 'GET' | 'POST',
): RoutineChoice {
  const overloads = model.routines.get(relationKey(schema, name)) ?? [];
  const fitting = names === null ? [] : overloads.filter((routine) => !routine.takesBody && accepts(routine, names));
  const [first, ...others] = fitting;
  if (others.length > 0) throw ambiguousError(fitting);
  if (first !== undefined) return { routine: first, source: method === 'GET' ? 'query' : 'object' };
  const whole = method === 'POST' ? overloads.find((routine) => routine.takesBody) : undefined;
  if (whole !== undefined) return { routine: whole, source: 'body' };
  throw notFoundError(model, schema, name, names ?? [], overloads);
}

function accepts(routine: Routine, names: readonly string[]): boolean {
  const known = new Set(routine.arguments.map((argument) => argument.name));
  return (
    names.every((name) => known.has(name)) &&
    routine.arguments.every((argument) => !argument.required || names.includes(argument.name))
  );
}

function ambiguousError(routines: readonly Routine[]): DataError {
  const signatures = routines.map(
    (routine) =>
      `${routine.schema}.${routine.name}(${routine.arguments.map(({ name, sqlType }) => `${name} => ${sqlType}`).join(', ')})`,
  );
  return new DataError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}

function notFoundError(
  model: SchemaModel,
  schema: string,
  name: string,
  names: readonly string[],
  overloads: readonly Routine[],
): DataError {
  const list = names.join(', ');
  const parameters = names.length === 0 ? ' without parameters' : `(${list})`;
  const searched = names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${list}`;
  return new DataError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${parameters} in the schema cache`,
    `Searched for the function ${schema}.${name}${searched}, but no matches were found in the schema cache.`,
    hintFor(model, schema, name, overloads),
  );
}

function hintFor(model: SchemaModel, schema: string, name: string, overloads: readonly Routine[]): string | null {
  const [same] = overloads;
  if (same !== undefined) {
    const names = same.arguments.map((argument) => argument.name).toSorted();
    return `Perhaps you meant to call the function ${schema}.${name}(${names.join(', ')})`;
  }
  const names = [...model.routines.values()].flatMap(([routine]) => (routine?.schema === schema ? [routine.name] : []));
  const suggestion = closestName(name, names);
  return suggestion === null ? null : `Perhaps you meant to call the function ${schema}.${suggestion}`;
}
