import type { DataSettings } from './data-settings.ts';
import type { DataStore } from './data-store.ts';
import { closestName } from './domain/closest-name.ts';
import { relationError } from './domain/data-error.ts';
import { type Relation, relationKey, type SchemaModel } from './domain/schema-model.ts';
import type { PlanCache } from './plan-cache.ts';

/** What the three kinds of request (read, change, call) work with. */
export interface DataContext {
  readonly model: SchemaModel;
  readonly settings: DataSettings;
  readonly store: DataStore;
  readonly plans: PlanCache;
}

export function relationOf(context: DataContext, schema: string, name: string): Relation {
  const relation = context.model.relations.get(relationKey(schema, name));
  if (relation !== undefined) return relation;
  const names = [...context.model.relations.values()].flatMap((other) => (other.schema === schema ? [other.name] : []));
  throw relationError(schema, name, closestName(name, names));
}

/** Headers shared by every successful answer. */
export function answerHeaders(fields: {
  contentType?: string | null;
  contentRange?: string | null;
  applied?: string | null;
  profile?: string | null;
  location?: string | null;
}): Record<string, string> {
  const headers: Record<string, string> = {};
  if (fields.contentType) headers['content-type'] = fields.contentType;
  if (fields.contentRange) headers['content-range'] = fields.contentRange;
  if (fields.applied) headers['preference-applied'] = fields.applied;
  if (fields.profile) headers['content-profile'] = fields.profile;
  if (fields.location) headers.location = fields.location;
  return headers;
}
