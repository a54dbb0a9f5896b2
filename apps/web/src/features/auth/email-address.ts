/** Loose on purpose: the mail server has the last word. */
export function emailProblem(email: string): string | undefined {
  if (!email.trim()) return 'Please enter your email address';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'Please enter a valid email address';
}
