import type { Actor } from '../../kernel/actor.ts';
import { answerHeaders, type DataContext, relationOf } from './data-context.ts';
import { singularityError } from './domain/data-error.ts';
import type { DataRequest, DataResponse } from './domain/data-request.ts';
import { parseQuery } from './domain/parse-query.ts';
import { sourceOf } from './domain/plan-mutation.ts';
import { planRead } from './domain/plan-read.ts';
import { appliedPreferences } from './domain/preferences.ts';
import { printSelect } from './domain/print-select.ts';
import { applyWindow, presentWindow } from './window.ts';

/** GET and HEAD on a relation. */
export async function readRelation(context: DataContext, actor: Actor, request: DataRequest): Promise<DataResponse> {
  const { model, settings, plans, store } = context;
  const relation = relationOf(context, request.schema, request.name);
  const query = parseQuery(request.pairs, { limits: settings.limits });
  const { shape, offset } = applyWindow(request, query);
  const { format, preferences } = request;
  const { count } = preferences;
  const head = request.method === 'HEAD';

  const key = `read ${model.version} ${head} ${count} ${format.kind} ${format.stripNulls} ${relation.sqlName} ${JSON.stringify(shape)}`;
  let plan = plans.get(key);
  if (plan === undefined) {
    const level = planRead(model, settings, shape, sourceOf(relation), true);
    const printed = printSelect(relation, level, { format, count, head, estimateFrom: settings.maxRows });
    plan = plans.set(key, printed.main, printed.estimate);
  }

  const row = await store.execute(actor, {
    main: plan.main,
    name: plan.name,
    estimate: plan.estimate,
    needsEstimate: ({ total }) => total === null || total > settings.maxRows,
    inputs: { values: query.values, body: '', arguments: new Map() },
    readOnly: true,
    rollBack: false,
    check: ({ rows }) => {
      if (format.kind === 'object' && rows !== 1) throw singularityError(rows);
    },
  });
  const window = presentWindow(offset, row);
  return {
    status: window.status,
    headers: answerHeaders({
      contentType: format.contentType,
      contentRange: window.contentRange,
      applied: appliedPreferences(preferences, ['count', 'handling']),
      profile: request.schema,
    }),
    body: head ? null : row.body,
  };
}
