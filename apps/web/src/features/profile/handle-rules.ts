export const longestName = 100;
export const longestBio = 2000;

/** As it is stored: people write their handle with an @ and with capitals. */
export const tidyHandle = (typed: string): string => typed.trim().replace(/^@+/, '').toLowerCase();

/** Why this cannot be a handle; nothing is one of none. */
export function handleProblem(handle: string): string | undefined {
  if (handle === '') return undefined;
  if (/[^a-z0-9_]/.test(handle)) return 'Use only the letters a to z, digits and underscores.';
  if (handle.length < 3) return 'A handle has at least 3 characters.';
  if (handle.length > 30) return 'A handle has at most 30 characters.';
  return undefined;
}

/** As the database counts: a character outside of the first plane is one. */
export const lengthOf = (text: string): number => [...text].length;
