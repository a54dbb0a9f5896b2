import { z } from 'zod';
import { validationFailed } from './auth-error.ts';

const emailSchema = z.email().max(254);

/** Addresses are compared and stored in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export function parseEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (!emailSchema.safeParse(normalized).success) {
    throw validationFailed('Unable to validate email address: invalid format');
  }
  return normalized;
}
