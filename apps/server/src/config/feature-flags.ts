import { type FeatureFlags, featureFlagDefaults, featureFlagNames } from '@cairn/contracts/feature-flags';
import { z } from 'zod';

const shapes = Object.fromEntries(
  featureFlagNames.map((name) => [
    name,
    typeof featureFlagDefaults[name] === 'number' ? z.number().min(0).max(100) : z.boolean(),
  ]),
);
const schema = z.strictObject(shapes).partial();

/** An installation's own flags, a JSON object. Strict: an unknown name or a value of another kind stops the start. */
export const featureFlagsText = z
  .string()
  .transform((text, context) => {
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data as Partial<FeatureFlags>;
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: 'custom', message: [...path, message].join(': ') });
    }
    return z.NEVER;
  })
  .optional();

/** `undefined`: it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
