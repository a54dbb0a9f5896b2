import { rangeError } from './data-error.ts';

export interface RowRange {
  readonly offset: number;
  /** null: as many as the server allows. */
  readonly limit: number | null;
}

/** `Range: 0-24` (unit `items`, which is PostgREST's default). Malformed headers are ignored, as RFC 9110 asks. */
export function parseRangeHeader(range: string | null, unit: string | null): RowRange | null {
  if (range === null || (unit !== null && unit.trim() !== 'items')) return null;
  const match = /^\s*(?:items=)?(\d{1,15})-(\d{1,15})?\s*$/.exec(range);
  if (match === null) return null;
  const first = Number(match[1]);
  if (match[2] === undefined) return { offset: first, limit: null };
  const last = Number(match[2]);
  if (last < first) {
    throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  return { offset: first, limit: last - first + 1 };
}

/** Both apply: the range is a window inside the window of limit and offset. */
export function intersectRanges(query: RowRange, header: RowRange | null): RowRange {
  if (header === null) return query;
  const offset = Math.max(query.offset, header.offset);
  const end = (range: RowRange): number =>
    range.limit === null ? Number.POSITIVE_INFINITY : range.offset + range.limit;
  const last = Math.min(end(query), end(header));
  return { offset, limit: last === Number.POSITIVE_INFINITY ? null : Math.max(0, last - offset) };
}

/** `0-24/100`, `0-24/*`, `*\/0`: what came back, and of how many. */
export function contentRange(first: number, rows: number, total: number | null): string {
  const window = rows > 0 ? `${first}-${first + rows - 1}` : '*';
  return `${window}/${total ?? '*'}`;
}

/** 206 when there is more than was sent, 416 when the window begins behind the end, else 200. Only a known total tells. */
export function rangeStatus(first: number, rows: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (first > 0 && first > total) return 416;
  return rows < total ? 206 : 200;
}
