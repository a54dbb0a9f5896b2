import { mediaTypeError } from './data-error.ts';

/** How the result travels. `object` insists on exactly one row. */
export interface ResponseFormat {
  readonly kind: 'array' | 'object' | 'csv';
  readonly stripNulls: boolean;
  readonly contentType: string;
}

const json = 'application/json; charset=utf-8';

/** Chooses by the Accept header, in its order of weight. Throws PGRST107 when nothing fits. */
export function negotiateFormat(accept: string | null): ResponseFormat {
  const wanted = (accept ?? '').trim();
  if (wanted === '') return { kind: 'array', stripNulls: false, contentType: json };
  const ranges = wanted.split(',').map(parseMediaRange);
  for (const range of ranges.toSorted((a, b) => b.weight - a.weight)) {
    const format = formatOf(range.type, range.stripNulls);
    if (format !== null && range.weight > 0) return format;
  }
  throw mediaTypeError(ranges.map((range) => range.type));
}

function parseMediaRange(text: string): { type: string; weight: number; stripNulls: boolean } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return { type, weight: Number.isFinite(weight) ? weight : 0, stripNulls: parameters.includes('nulls=stripped') };
}

function formatOf(type: string, stripNulls: boolean): ResponseFormat | null {
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'array', stripNulls: false, contentType: json };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { kind: 'array', stripNulls, contentType: stripped('array', stripNulls) };
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', stripNulls, contentType: stripped('object', stripNulls) };
    case 'text/csv':
      return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

const stripped = (kind: 'array' | 'object', nulls: boolean): string =>
  `application/vnd.pgrst.${kind}+json${nulls ? ';nulls=stripped' : ''}; charset=utf-8`;
