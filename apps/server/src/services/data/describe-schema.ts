import type { SchemaModel } from './domain/schema-model.ts';

/** The root: what is exposed, as a small OpenAPI 2 document. Names and types only; who may use what is the database's answer. */
export function describeSchema(model: SchemaModel, schema: string): string {
  const paths: Record<string, unknown> = {};
  const definitions: Record<string, unknown> = {};
  for (const relation of model.relations.values()) {
    if (relation.schema !== schema) continue;
    const properties: Record<string, unknown> = {};
    for (const column of relation.columns.values()) properties[column.name] = { format: column.sqlType };
    const required = [...relation.columns.values()].flatMap((column) => (column.nullable ? [] : [column.name]));
    definitions[relation.name] = { type: 'object', description: relation.description, required, properties };
    const operation = { tags: [relation.name], responses: { 200: { description: 'OK' } } };
    paths[`/${relation.name}`] = relation.insertable
      ? { get: operation, post: operation, patch: operation, delete: operation }
      : { get: operation };
  }
  for (const [routine] of model.routines.values()) {
    if (routine?.schema !== schema) continue;
    paths[`/rpc/${routine.name}`] = { post: { tags: ['rpc'], responses: { 200: { description: 'OK' } } } };
  }
  return JSON.stringify({ swagger: '2.0', info: { title: 'Data API', version: '14' }, paths, definitions });
}
