/**
 * An error in PostgREST's own words: what travels is `{code, details, hint, message}` with `status`.
 * Codes, messages and statuses follow PostgREST 14 (docs.postgrest.org/en/v14/references/errors.html).
 */
export class DataError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;

  constructor(status: number, code: string, message: string, details: unknown = null, hint: string | null = null) {
    super(message);
    this.name = 'DataError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
  }
}

export interface DataErrorBody {
  code: string;
  details: unknown;
  hint: string | null;
  message: string;
}

export const queryError = (message: string, details: string): DataError =>
  new DataError(400, 'PGRST100', message, details);

/** A bound of this server was passed (number of filters, nesting, list size): refused before any work. */
export const limitError = (what: string, limit: number): DataError =>
  new DataError(400, 'PGRST100', `Too many ${what}`, `At most ${limit} are allowed in one request`);

export const rpcMethodError = (method: string): DataError =>
  new DataError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const bodyError = (message: string, details: string | null = null): DataError =>
  new DataError(400, 'PGRST102', message, details);

export const rangeError = (details: string): DataError =>
  new DataError(416, 'PGRST103', 'Requested range not satisfiable', details);

export const schemaError = (schema: string, exposed: readonly string[]): DataError =>
  new DataError(
    406,
    'PGRST106',
    `Invalid schema: ${schema}`,
    null,
    `Only the following schemas are exposed: ${exposed.join(', ')}`,
  );

export const mediaTypeError = (types: readonly string[]): DataError =>
  new DataError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`);

export const notEmbeddedError = (name: string): DataError =>
  new DataError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );

export const putError = (): DataError =>
  new DataError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators");

export const putLimitError = (): DataError =>
  new DataError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');

export const putMismatchError = (): DataError =>
  new DataError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');

export const singularityError = (rows: number): DataError =>
  new DataError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  );

export const methodError = (method: string): DataError =>
  new DataError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

export const relatedOrderError = (origin: string, target: string): DataError =>
  new DataError(
    400,
    'PGRST118',
    `A related order on '${target}' is not possible`,
    `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  );

export const embedFilterError = (name: string): DataError =>
  new DataError(
    400,
    'PGRST120',
    `Bad operator on the '${name}' embedded resource`,
    'Only is null or not is null filters are allowed on embedded resources',
  );

export const preferenceError = (invalid: readonly string[]): DataError =>
  new DataError(
    400,
    'PGRST122',
    'Invalid preferences given with handling=strict',
    `Invalid preferences: ${invalid.join(', ')}`,
  );

export const aggregateError = (): DataError =>
  new DataError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const maxAffectedError = (rows: number): DataError =>
  new DataError(
    400,
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    `The query affects ${rows} rows`,
  );

export const pathError = (): DataError => new DataError(404, 'PGRST125', 'Invalid path specified in request URL');

export const maxAffectedCallError = (): DataError =>
  new DataError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

export const columnError = (relation: string, column: string): DataError =>
  new DataError(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`);

/** What PostgreSQL itself says of a column that does not exist; PostgREST passes it on. */
export const undefinedColumnError = (relation: string, column: string): DataError =>
  new DataError(400, '42703', `column ${relation}.${column} does not exist`);

export const undefinedTypeError = (type: string): DataError =>
  new DataError(400, '42704', `type "${type}" does not exist`);

export const relationError = (schema: string, relation: string, suggestion: string | null): DataError =>
  new DataError(
    404,
    'PGRST205',
    `Could not find the table '${schema}.${relation}' in the schema cache`,
    null,
    suggestion === null ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
  );

/** The platform runs with `safeupdate`: changing a whole table takes an explicit filter. */
export const missingFilterError = (statement: 'UPDATE' | 'DELETE'): DataError =>
  new DataError(400, '21000', `${statement} requires a WHERE clause`);
