import { preferenceError } from './data-error.ts';

export interface Preferences {
  readonly return: 'minimal' | 'representation' | 'headers-only' | null;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly missing: 'default' | 'null' | null;
  readonly handling: 'strict' | 'lenient' | null;
  readonly tx: 'commit' | 'rollback' | null;
  /** Only in force with `handling=strict`. */
  readonly maxAffected: number | null;
}

const known = {
  return: ['minimal', 'representation', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

/**
 * Parses a `Prefer` header (several headers arrive joined by commas). The first mention of a preference wins.
 * Throws PGRST122 when `handling=strict` meets a preference it does not know.
 */
export function parsePreferences(header: string | null): Preferences {
  const found = new Map<string, string>();
  const invalid: string[] = [];
  for (const raw of (header ?? '').split(',')) {
    const preference = raw.trim();
    if (preference === '') continue;
    const [name = '', value = ''] = preference.split('=', 2).map((part) => part.trim());
    const values: readonly string[] | undefined = Object.hasOwn(known, name)
      ? known[name as keyof typeof known]
      : undefined;
    const valid = values === undefined ? name === 'max-affected' && /^\d{1,9}$/.test(value) : values.includes(value);
    if (!valid) invalid.push(preference);
    else if (!found.has(name)) found.set(name, value);
  }
  if (found.get('handling') === 'strict' && invalid.length > 0) throw preferenceError(invalid);
  const maxAffected = found.get('max-affected');
  return {
    return: (found.get('return') ?? null) as Preferences['return'],
    resolution: (found.get('resolution') ?? null) as Preferences['resolution'],
    count: (found.get('count') ?? null) as Preferences['count'],
    missing: (found.get('missing') ?? null) as Preferences['missing'],
    handling: (found.get('handling') ?? null) as Preferences['handling'],
    tx: (found.get('tx') ?? null) as Preferences['tx'],
    maxAffected: maxAffected !== undefined && found.get('handling') === 'strict' ? Number(maxAffected) : null,
  };
}

/** The `Preference-Applied` header: what was asked for and has a meaning for this kind of request. */
export function appliedPreferences(preferences: Preferences, names: readonly (keyof Preferences)[]): string | null {
  const applied: string[] = [];
  for (const name of names) {
    const value = preferences[name];
    if (value !== null) applied.push(`${name === 'maxAffected' ? 'max-affected' : name}=${value}`);
  }
  return applied.length === 0 ? null : applied.join(', ');
}
