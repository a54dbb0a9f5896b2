import type { Context } from 'hono';
import { validator } from 'hono/validator';
import type { ZodType } from 'zod';
import { AppError } from '../kernel/app-error.ts';

/** Parses the JSON body with a contract; every problem is reported at once, by field. */
export const validateJson = <Output>(schema: ZodType<Output>) =>
  validator('json', (value: unknown, _c: Context): Output => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    throw new AppError('validation_failed', details[0]?.message ?? 'The request is not valid.', { details });
  });
