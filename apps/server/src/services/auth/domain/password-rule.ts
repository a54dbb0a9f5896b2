import { AuthError, validationFailed, type WeakPasswordReason } from './auth-error.ts';

export interface PasswordWeakness {
  message: string;
  reasons: WeakPasswordReason[];
}

const minimumLength = 8;
/** GoTrue's limit (bcrypt reads no further): kept, so that accounts can move between the two. */
const maximumBytes = 72;
const classes = [/[a-z]/, /[A-Z]/, /[0-9]/];

/** Null when the password is good enough. */
export function weaknessOf(password: string): PasswordWeakness | null {
  const messages: string[] = [];
  const reasons: WeakPasswordReason[] = [];
  if ([...password].length < minimumLength) {
    messages.push(`Password should be at least ${minimumLength} characters.`);
    reasons.push('length');
  }
  if (classes.some((shape) => !shape.test(password))) {
    messages.push(
      'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.',
    );
    reasons.push('characters');
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : null;
}

/** Throws what the protocol answers for a new password that cannot be taken. */
export function assertAcceptablePassword(password: string): void {
  if (new TextEncoder().encode(password).length > maximumBytes) {
    throw validationFailed('Password cannot be longer than 72 characters');
  }
  const weakness = weaknessOf(password);
  if (weakness) throw new AuthError(422, 'weak_password', weakness.message, { weakPassword: weakness.reasons });
}

/** Longer ones cannot be anybody's password; hashing them would only cost time. */
export const isPossiblePassword = (password: string): boolean =>
  password.length > 0 && new TextEncoder().encode(password).length <= maximumBytes;
