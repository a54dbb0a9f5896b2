import type { ZodType } from 'zod';
import { AuthError } from './domain/auth-error.ts';

/** GoTrue reads fields by type and ignores what it does not know; a field of another type is unreadable JSON to it. */
export function parseBody<Output>(schema: ZodType<Output>, body: Record<string, unknown>): Output {
  // null is how clients say "not given".
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new AuthError(400, 'bad_json', `Could not parse request body as JSON: field "${path}" is not valid`);
}
