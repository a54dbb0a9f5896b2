/** Dates for people, in the browser's locale. */

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const relativeShort = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatDay(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : day.format(date);
}

/** A sentence of the server with its days (`2026-12-21`) as they are written here. */
export const writeDays = (sentence: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (iso) => formatDay(iso) || iso);

export function formatMoment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : moment.format(date);
}

/** "5 minutes ago" (short: "5 min ago") within a week, the day after that. A clock that runs ahead never says "in 3 seconds". */
export function formatAgo(iso: string, now: number, style: 'long' | 'short' = 'long'): string {
  const words = style === 'short' ? relativeShort : relative;
  const seconds = Math.max(0, (now - new Date(iso).getTime()) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds >= 7 * 86_400) return formatDay(iso);
  for (const [unit, size] of steps) {
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  }
  return words.format(0, 'second');
}
