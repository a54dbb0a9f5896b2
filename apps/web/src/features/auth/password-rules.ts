export interface PasswordRule {
  label: string;
  met: boolean;
}

export const weakPasswordMessage = 'Please ensure your password meets all the requirements listed below.';
export const minimumPasswordLength = 8;

/** The checklist shown under a new password, in the specification's words. */
export function passwordRules(password: string): PasswordRule[] {
  return [
    { label: 'At least 8 characters long', met: password.length >= minimumPasswordLength },
    { label: 'Contains lowercase letter', met: /[a-z]/.test(password) },
    { label: 'Contains uppercase letter', met: /[A-Z]/.test(password) },
    { label: 'Contains number', met: /[0-9]/.test(password) },
  ];
}

export function isStrongPassword(password: string): boolean {
  return passwordRules(password).every(({ met }) => met);
}
