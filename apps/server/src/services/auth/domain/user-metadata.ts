import { validationFailed } from './auth-error.ts';

/** Metadata travels in every access token, and a token must fit into a request header. */
const maximumBytes = 4096;

/** Merges key by key; null deletes a key. */
export function mergeMetadata(
  current: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
  if (new TextEncoder().encode(JSON.stringify(merged)).length > maximumBytes) {
    throw validationFailed(`user_metadata is too large: at most ${maximumBytes} bytes`);
  }
  return merged;
}
