import type { Actor } from '../../kernel/actor.ts';
import { answerHeaders, type DataContext } from './data-context.ts';
import type { ResultRow } from './data-store.ts';
import { maxAffectedCallError, maxAffectedError, singularityError } from './domain/data-error.ts';
import type { DataRequest, DataResponse } from './domain/data-request.ts';
import { looksLikeOperation } from './domain/parse-filter.ts';
import { parseQuery } from './domain/parse-query.ts';
import { parseArguments } from './domain/payload.ts';
import { chooseRoutine, type RoutineChoice } from './domain/plan-call.ts';
import { planRead } from './domain/plan-read.ts';
import { appliedPreferences, type Preferences } from './domain/preferences.ts';
import { type CallPlan, printCall } from './domain/print-call.ts';
import type { QueryShape } from './domain/query-ast.ts';
import type { Slot, Statement } from './domain/read-plan.ts';
import { type Routine, relationKey } from './domain/schema-model.ts';
import { applyWindow, presentWindow } from './window.ts';

/** GET, HEAD and POST on a function. GET runs read-only, so a function that writes answers 405 (25006). */
export async function callFunction(context: DataContext, actor: Actor, request: DataRequest): Promise<DataResponse> {
  const { model, settings, plans, store } = context;
  const { schema, name, preferences, format } = request;
  const posted = request.method === 'POST' ? parseArguments(request.body) : null;
  const overloads = model.routines.get(relationKey(schema, name)) ?? [];
  const query = parseQuery(request.pairs, {
    limits: settings.limits,
    ...(posted === null ? { isCallArgument: argumentTest(overloads) } : {}),
  });
  const given = posted === null ? [...new Set(query.callArguments.map(([argument]) => argument))] : posted.keys;
  const choice = chooseRoutine(model, schema, name, given, posted === null ? 'GET' : 'POST');
  const { routine } = choice;
  if (preferences.maxAffected !== null && !routine.returnsSet) throw maxAffectedCallError();
  const { shape, offset } = applyWindow(request, query);
  const counts = preferences.count !== null;

  const identity = `${overloads.indexOf(routine)} ${choice.source} ${JSON.stringify(given)}`;
  const key = `call ${model.version} ${counts} ${format.kind} ${format.stripNulls} ${routine.sqlName} ${identity} ${JSON.stringify(shape)}`;
  const plan = plans.get(key) ?? plans.set(key, print(context, choice, given ?? [], shape, request), null);

  const row = await store.execute(actor, {
    main: plan.main,
    name: plan.name,
    estimate: null,
    needsEstimate: () => false,
    inputs: { values: query.values, body: posted?.text ?? '', arguments: argumentValues(routine, query.callArguments) },
    readOnly: posted === null || !routine.volatile,
    rollBack: settings.allowRollback && preferences.tx === 'rollback',
    check: isChecked(request) ? (result) => checkCall(request, routine, preferences, result) : null,
  });
  return present(request, routine, offset, row);
}

/** A parameter named like an argument is one, unless it filters a column of the result. */
function argumentTest(overloads: readonly Routine[]): (name: string, value: string) => boolean {
  const names = new Set(overloads.flatMap((routine) => routine.arguments.map((argument) => argument.name)));
  const columns = new Set(
    overloads.flatMap(({ result }) => (result.kind === 'rows' ? [...result.columns.keys()] : [])),
  );
  return (name, value) => names.has(name) && !(columns.has(name) && looksLikeOperation(value));
}

function argumentValues(
  routine: Routine,
  pairs: readonly (readonly [string, string])[],
): Map<string, string | readonly string[]> {
  const values = new Map<string, string | readonly string[]>();
  for (const argument of routine.arguments) {
    const own = pairs.flatMap(([name, value]) => (name === argument.name ? [value] : []));
    const last = own.at(-1);
    // A variadic argument is given by repeating it, or once as an array literal.
    if (last !== undefined) values.set(argument.name, argument.variadic && !last.startsWith('{') ? own : last);
  }
  return values;
}

function print(
  context: DataContext,
  choice: RoutineChoice,
  given: readonly string[],
  shape: QueryShape,
  request: DataRequest,
): Statement {
  const { model, settings } = context;
  const { routine } = choice;
  const { result } = routine;
  const level =
    result.kind === 'rows'
      ? planRead(
          model,
          settings,
          shape,
          { name: routine.name, columns: result.columns, relation: result.relation },
          true,
        )
      : null;
  const limit: Slot =
    shape.limit === null
      ? { from: 'constant', value: settings.maxRows }
      : { from: 'value', index: shape.limit, atMost: settings.maxRows };
  const offset: Slot | null = shape.offset === null ? null : { from: 'value', index: shape.offset };
  const plan: CallPlan = { ...choice, given, level, limit, offset, counts: request.preferences.count !== null };
  const single = result.kind === 'rows' && !routine.returnsSet && request.format.kind === 'array';
  return printCall(plan, single ? { ...request.format, kind: 'object' } : request.format);
}

const isChecked = ({ format, preferences }: DataRequest): boolean =>
  format.kind === 'object' || preferences.maxAffected !== null;

function checkCall(request: DataRequest, routine: Routine, preferences: Preferences, row: ResultRow): void {
  const { maxAffected } = preferences;
  if (maxAffected !== null && row.rows > maxAffected) throw maxAffectedError(row.rows);
  if (request.format.kind === 'object' && routine.returnsSet && row.rows !== 1) throw singularityError(row.rows);
}

function present(request: DataRequest, routine: Routine, offset: number, row: ResultRow): DataResponse {
  const { preferences, format } = request;
  const applied = appliedPreferences(preferences, ['return', 'count', 'handling', 'maxAffected']);
  const silent = routine.result.kind === 'void' || (request.method === 'POST' && preferences.return === 'minimal');
  const window = routine.returnsSet ? presentWindow(offset, row) : { status: 200, contentRange: '0-0/*' };
  if (silent) {
    const contentRange = preferences.count === null ? null : window.contentRange;
    return { status: 204, headers: answerHeaders({ applied, contentRange, profile: request.schema }), body: null };
  }
  const contentType =
    routine.result.kind === 'scalar' && format.kind === 'csv' ? 'application/json; charset=utf-8' : format.contentType;
  return {
    status: window.status,
    headers: answerHeaders({ contentType, contentRange: window.contentRange, applied, profile: request.schema }),
    body: request.method === 'HEAD' ? null : (row.body ?? 'null'),
  };
}
