const dayMs = 86_400_000;

/**
 * Reads a publication date as pages write it: ISO 8601 in whole or in part, RFC 2822, or English words. ISO 8601 in UTC, or
 * null when it cannot be read, is implausibly old or lies in the future. A date without a time is midnight UTC.
 */
export function publishedDate(raw: string | null | undefined, nowMs: number): string | null {
  const text = raw?.trim().replace(/\s+/g, ' ') ?? '';
  if (!/\d{4}/.test(text) || text.length > 64) return null;
  const ms = parse(text);
  if (ms === null || Number.isNaN(ms)) return null;
  const year = new Date(ms).getUTCFullYear();
  if (year < 1000 || ms > nowMs + 2 * dayMs) return null;
  return new Date(ms).toISOString();
}

function parse(text: string): number | null {
  const iso =
    /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text.replace(/\//g, '-'),
    );
  if (iso) return isoMs(iso);
  // Words: without a zone they are read as UTC, so that the server's own zone has no say.
  const zoned = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})\s*(?:\([^)]*\))?$/.test(text) ? text : `${text} UTC`;
  return Date.parse(zoned.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1'));
}

function isoMs([
  ,
  year,
  month = '01',
  day = '01',
  hour = '00',
  minute = '00',
  second = '00',
  zone = 'Z',
]: RegExpExecArray) {
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000${offset}`);
  // 2023-02-31 must not become the 3rd of March.
  return Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() ? null : ms;
}
