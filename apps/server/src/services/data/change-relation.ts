import type { Actor } from '../../kernel/actor.ts';
import { answerHeaders, type DataContext, relationOf } from './data-context.ts';
import type { ResultRow } from './data-store.ts';
import { bodyError, maxAffectedError, singularityError } from './domain/data-error.ts';
import type { DataRequest, DataResponse } from './domain/data-request.ts';
import { parseQuery } from './domain/parse-query.ts';
import { type Payload, parsePayload } from './domain/payload.ts';
import { type MutationPlan, type MutationRequest, planDelete, planInsert, planUpdate } from './domain/plan-mutation.ts';
import { appliedPreferences, type Preferences } from './domain/preferences.ts';
import { printMutation } from './domain/print-mutation.ts';
import { checkPut } from './domain/put-rules.ts';
import type { QueryShape } from './domain/query-ast.ts';
import { contentRange } from './domain/row-range.ts';
import type { Relation } from './domain/schema-model.ts';

type ChangeKind = 'insert' | 'update' | 'put' | 'delete';

const kinds: Readonly<Record<string, ChangeKind>> = { POST: 'insert', PATCH: 'update', PUT: 'put', DELETE: 'delete' };

/** POST, PATCH, PUT and DELETE on a relation: one statement in one transaction. */
export async function changeRelation(context: DataContext, actor: Actor, request: DataRequest): Promise<DataResponse> {
  const { model, settings, plans, store } = context;
  const kind = kinds[request.method] ?? 'insert';
  const relation = relationOf(context, request.schema, request.name);
  const { shape, values } = parseQuery(request.pairs, { limits: settings.limits });
  const preferences = preferencesFor(kind, request.preferences);
  const returning = preferences.return ?? 'minimal';
  const payload = kind === 'delete' ? null : parsePayload(request.body, shape.columns, settings.limits);
  if (kind === 'put' && payload !== null) checkPut(relation, shape, values, payload);
  if (kind === 'update' && payload !== null) {
    if (payload.isArray && payload.rows !== 1) throw bodyError('An update takes one object');
    if (payload.keys?.length === 0) return present(request, kind, relation, preferences, nothingChanged);
  }

  const { format } = request;
  const fills = preferences.missing === 'default';
  const key = `${kind} ${model.version} ${returning} ${preferences.resolution} ${fills} ${format.kind} ${format.stripNulls} ${
    payload?.isArray
  } ${relation.sqlName} ${JSON.stringify(payload?.keys ?? [])} ${JSON.stringify(shape)}`;
  let plan = plans.get(key);
  if (plan === undefined) {
    const mutation = planMutation(context, kind, { relation, shape, returning }, payload, preferences);
    plan = plans.set(key, printMutation(mutation, format), null);
  }

  const row = await store.execute(actor, {
    main: plan.main,
    name: plan.name,
    estimate: null,
    needsEstimate: () => false,
    inputs: { values, body: payload?.text ?? '', arguments: new Map() },
    readOnly: false,
    rollBack: settings.allowRollback && preferences.tx === 'rollback',
    check: isChecked(request, preferences) ? (result) => checkChange(request, kind, preferences, result) : null,
  });
  return present(request, kind, relation, preferences, row);
}

const nothingChanged: ResultRow = { rows: 0, total: null, affected: 0, updated: 0, body: '[]' };

/** PUT is an upsert by primary key. */
function preferencesFor(kind: ChangeKind, preferences: Preferences): Preferences {
  return kind === 'put' ? { ...preferences, resolution: 'merge-duplicates' } : preferences;
}

function planMutation(
  context: DataContext,
  kind: ChangeKind,
  request: MutationRequest,
  payload: Payload | null,
  preferences: Preferences,
): MutationPlan {
  const { model, settings } = context;
  if (kind === 'delete' || payload === null) return planDelete(model, settings, request);
  const body = {
    columns: payload.keys ?? [],
    isArray: payload.isArray,
    fillDefaults: preferences.missing === 'default',
  };
  if (kind === 'update') return planUpdate(model, settings, request, body);
  const shape: QueryShape = kind === 'put' ? { ...request.shape, onConflict: null, conditions: [] } : request.shape;
  return planInsert(model, settings, { ...request, shape }, body, preferences.resolution);
}

const isChecked = (request: DataRequest, preferences: Preferences): boolean =>
  request.format.kind === 'object' || preferences.maxAffected !== null;

function checkChange(request: DataRequest, kind: ChangeKind, preferences: Preferences, row: ResultRow): void {
  const limited = kind === 'update' || kind === 'delete';
  const { maxAffected } = preferences;
  if (limited && maxAffected !== null && row.affected > maxAffected) throw maxAffectedError(row.affected);
  if (request.format.kind !== 'object') return;
  const rows = preferences.return === 'representation' ? row.rows : row.affected;
  if (rows !== 1) throw singularityError(rows);
}

function present(
  request: DataRequest,
  kind: ChangeKind,
  relation: Relation,
  preferences: Preferences,
  row: ResultRow,
): DataResponse {
  const represents = preferences.return === 'representation';
  const counted = preferences.count === null ? null : row.affected;
  const applied = appliedPreferences(preferences, appliedNames[kind]);
  return {
    status: statusOf(kind, represents, row),
    headers: answerHeaders({
      contentType: represents ? request.format.contentType : null,
      contentRange: contentRange(0, kind === 'update' ? row.affected : 0, counted),
      applied,
      profile: request.schema,
      location: preferences.return === 'headers-only' ? locationOf(request, relation, row) : null,
    }),
    body: represents ? row.body : null,
  };
}

const appliedNames: Readonly<Record<ChangeKind, readonly (keyof Preferences)[]>> = {
  insert: ['resolution', 'return', 'count', 'missing', 'handling'],
  put: ['return', 'count', 'handling'],
  update: ['return', 'count', 'missing', 'handling', 'maxAffected'],
  delete: ['return', 'count', 'handling', 'maxAffected'],
};

function statusOf(kind: ChangeKind, represents: boolean, row: ResultRow): number {
  if (kind === 'update' || kind === 'delete') return represents ? 200 : 204;
  const onlyMerged = row.updated > 0 && row.updated === row.affected;
  if (kind === 'put') return onlyMerged ? (represents ? 200 : 204) : 201;
  return onlyMerged ? 200 : 201;
}

/** `Location: /table?id=eq.1` of the one row that was inserted. */
function locationOf(request: DataRequest, relation: Relation, row: ResultRow): string | null {
  if (row.affected !== 1 || row.body === null || relation.primaryKey.length === 0) return null;
  const key: Record<string, unknown> = JSON.parse(row.body);
  const terms = Object.entries(key).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  );
  return `/${encodeURIComponent(request.name)}?${terms.join('&')}`;
}
