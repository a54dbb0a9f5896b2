import type { ErrorCode } from '@cairn/contracts/error-codes';

/**
 * The one error that rules throw. Carries a code and a sentence for the person; never a status:
 * the HTTP edge maps code to status in one table (`http/error-handler.ts`).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }
}
