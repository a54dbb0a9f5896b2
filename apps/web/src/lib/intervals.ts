/** Lengths of time for people, in the browser's locale. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

type Unit = 'minute' | 'hour' | 'day' | 'year';

function measure(ms: number): { value: number; unit: Unit } {
  // Rounded before the unit is chosen: 59.7 minutes are an hour.
  const minutes = Math.round(ms / minute);
  if (minutes < 60) return { value: minutes, unit: 'minute' };
  const hours = Math.round(ms / hour);
  if (hours < 24) return { value: hours, unit: 'hour' };
  const days = Math.round(ms / day);
  if (days < 365) return { value: days, unit: 'day' };
  return { value: Math.round((ms / year) * 10) / 10, unit: 'year' };
}

function format(ms: number, unitDisplay: 'narrow' | 'long', locale?: string): string {
  const { value, unit } = measure(ms);
  const number = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  return ms < minute ? `<${number.format(1)}` : number.format(value);
}

/** "<1m", "6m", "3h", "12d", "1.4y": where there is little room. */
export const shortInterval = (ms: number, locale?: string): string => format(ms, 'narrow', locale);

/** "10 minutes", "12 days". */
export function longInterval(ms: number, locale?: string): string {
  return format(Math.max(ms, minute), 'long', locale);
}

/** "in 10 minutes", "tomorrow", "now" for what is past. */
export function untilThen(ms: number, locale?: string): string {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (ms <= 0) return relative.format(0, 'second');
  const { value, unit } = measure(Math.max(ms, minute));
  return relative.format(value, unit);
}
