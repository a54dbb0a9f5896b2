import type { ResultRow } from './data-store.ts';
import { rangeError } from './domain/data-error.ts';
import type { DataRequest } from './domain/data-request.ts';
import type { ParsedQuery, QueryShape } from './domain/query-ast.ts';
import { contentRange, intersectRanges, parseRangeHeader, rangeStatus } from './domain/row-range.ts';

export interface Windowed {
  /** The shape with limit and offset as they apply after the Range header. */
  readonly shape: QueryShape;
  readonly offset: number;
}

/** Brings `limit`, `offset` and the Range header together. The header counts only where PostgREST honours it: GET and HEAD. */
export function applyWindow(request: DataRequest, query: ParsedQuery): Windowed {
  const { shape, values } = query;
  const numberAt = (index: number | null): number | null => {
    const value = index === null ? null : values[index];
    return typeof value === 'number' ? value : null;
  };
  const asked = { offset: numberAt(shape.offset) ?? 0, limit: numberAt(shape.limit) };
  const honoured = request.method === 'GET' || request.method === 'HEAD';
  const header = honoured ? parseRangeHeader(request.range, request.rangeUnit) : null;
  if (header === null) return { shape: asked.offset === 0 ? { ...shape, offset: null } : shape, offset: asked.offset };
  const { offset, limit } = intersectRanges(asked, header);
  return {
    shape: {
      ...shape,
      limit: limit === null ? null : values.push(limit) - 1,
      offset: offset === 0 ? null : values.push(offset) - 1,
    },
    offset,
  };
}

/** Status and Content-Range of a list. Throws 416 when the window begins behind the known end. */
export function presentWindow(offset: number, row: ResultRow): { status: 200 | 206; contentRange: string } {
  const status = rangeStatus(offset, row.rows, row.total);
  if (status === 416) throw rangeError(`An offset of ${offset} was requested, but there are only ${row.total} rows.`);
  return { status, contentRange: contentRange(offset, row.rows, row.total) };
}
