import type { AuthFailure } from '../../data/auth.ts';

export interface AuthMessage {
  text: string;
  /** What the person can do now. */
  hints?: readonly string[];
}

export const unexpectedMessage = 'An unexpected error occurred. Please try again.';
export const invalidResetLinkMessage = 'Invalid or expired reset link. Please request a new password reset.';
export const missingResetTokensMessage = 'Invalid reset link. Please request a new password reset.';

const has = (failure: AuthFailure, ...parts: string[]) => {
  const message = failure.message.toLowerCase();
  return parts.some((part) => message.includes(part));
};

/** By status or by name: what a proxy on the way limits has no name, what the auth service limits may have another status. */
const isRateLimit = ({ status, code }: AuthFailure) => status === 429 || /^over_.*_rate_limit$/.test(code);

const isNetwork = ({ status, message }: AuthFailure) =>
  status === 0 && /fetch|network|load failed|timed? ?out|abort/i.test(message);

/** What sign-in says to a failure. The server's own words are kept where the catalogue has none. */
export function signInMessage(failure: AuthFailure): AuthMessage {
  if (isNetwork(failure)) return { text: 'Network error occurred during sign in' };
  if (
    has(failure, 'invalid login credentials', 'invalid credentials', 'invalid password') ||
    failure.code === 'invalid_credentials'
  ) {
    return {
      text: 'Invalid email or password. Please check your credentials and try again.',
      hints: [
        'Use the email address and password of your account.',
        'If you have forgotten the password, use Forgot Password.',
        'If you have no account yet, sign up.',
      ],
    };
  }
  if (has(failure, 'email not confirmed') || failure.code === 'email_not_confirmed') {
    return { text: 'Please check your email and click the confirmation link before signing in.' };
  }
  if (has(failure, 'user not found') || failure.code === 'user_not_found') {
    return { text: 'No account found with this email address. Please sign up first.' };
  }
  if (has(failure, 'too many requests') || isRateLimit(failure)) {
    return { text: 'Too many login attempts. Please wait a few minutes before trying again.' };
  }
  if (has(failure, 'bad request') || ['bad_json', 'validation_failed'].includes(failure.code)) {
    return { text: 'Invalid login attempt. Please check your email and password format.' };
  }
  return { text: failure.message || unexpectedMessage };
}

export function signUpMessage(failure: AuthFailure): AuthMessage {
  if (isNetwork(failure)) return { text: 'Network error occurred during sign up' };
  if (isRateLimit(failure)) {
    return { text: 'Too many attempts. Please wait a few minutes before trying again.' };
  }
  return { text: failure.message || unexpectedMessage };
}

/** What a request for a reset mail says to a failure. */
export function resetRequestMessage(failure: AuthFailure): string {
  if (isNetwork(failure)) return 'Network error occurred while sending reset email';
  if (isRateLimit(failure) || has(failure, 'rate limit')) {
    return 'Too many reset attempts. Please wait a few minutes before trying again.';
  }
  if (failure.status >= 500) {
    return has(failure, 'email', 'smtp')
      ? 'Email service is temporarily unavailable. Please try again later or contact support if the issue persists.'
      : 'Server error occurred. Please try again or contact support if the issue persists.';
  }
  return failure.message || 'Failed to send reset email. Please try again.';
}

/** What a change of the account says to a failure that has no field of its own. */
export function accountChangeMessage(failure: AuthFailure): AuthMessage {
  if (isNetwork(failure)) return { text: 'The server cannot be reached. Check your connection and try again.' };
  return { text: failure.message || unexpectedMessage };
}
