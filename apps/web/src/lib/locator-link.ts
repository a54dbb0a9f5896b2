import type { Locator } from '@cairn/contracts/locator';

/**
 * A locator in an address. It stands in the fragment, not in the query: what a person reads and cites
 * never reaches a server's log, and a long quote cannot overflow the request line.
 */
const prefix = 'at=';

export function locatorToHash({ quote, prefix: before, suffix, chunkHash }: Locator): string {
  const bytes = new TextEncoder().encode(JSON.stringify([quote, before, suffix, chunkHash]));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return prefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** `undefined` when the fragment carries no locator or a damaged one. */
export function locatorFromHash(hash: string): Locator | undefined {
  const value = hash.replace(/^#/, '');
  if (!value.startsWith(prefix)) return undefined;
  try {
    const binary = atob(value.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(parts)) return undefined;
    const [quote, before, suffix, chunkHash] = parts as unknown[];
    return isText(quote, 1, 4000) && isText(before, 0, 32) && isText(suffix, 0, 32) && isText(chunkHash, 64, 64)
      ? { quote, prefix: before, suffix, chunkHash }
      : undefined;
  } catch {
    return undefined;
  }
}

// The contract's schema by hand: its library would be a quarter of what the reader loads.
function isText(value: unknown, shortest: number, longest: number): value is string {
  return typeof value === 'string' && value.length >= shortest && value.length <= longest;
}
