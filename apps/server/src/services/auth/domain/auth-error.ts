export type WeakPasswordReason = 'length' | 'characters';

type AuthErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/**
 * An error of GoTrue's wire protocol: the status belongs to it, since clients look at both and the same code
 * appears under different statuses (`validation_failed` 400 and 404, `session_not_found` 400 and 403 …).
 */
export class AuthError extends Error {
  readonly status: AuthErrorStatus;
  readonly code: string;
  readonly weakPassword: { reasons: readonly WeakPasswordReason[] } | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: AuthErrorStatus,
    code: string,
    message: string,
    options: { weakPassword?: readonly WeakPasswordReason[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.weakPassword = options.weakPassword ? { reasons: options.weakPassword } : undefined;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const validationFailed = (message: string): AuthError => new AuthError(400, 'validation_failed', message);

/** One text for an unknown address, a missing password and a wrong one: none of them may be told apart. */
export const invalidCredentials = (): AuthError =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials');

export const userBanned = (status: 400 | 403): AuthError => new AuthError(status, 'user_banned', 'User is banned');
