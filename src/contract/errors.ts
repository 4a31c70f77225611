import type { ERROR_MESSAGES } from './error-messages.ts'

/** Every expected failure. i18n has the texts, server/http/endpoint/error-status.ts the HTTP statuses. */
export type ErrorCode = keyof typeof ERROR_MESSAGES

interface AppErrorOptions extends ErrorOptions {
  retryAfterSeconds?: number
  /** More fields of the answer, for callers with access to the object. */
  fields?: Record<string, unknown>
}

/** `detail` is English, for logs and API clients. Never put a secret into it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  /** When to retry; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined
  readonly fields: Record<string, unknown> | undefined

  constructor(code: ErrorCode, detail = '', options?: AppErrorOptions) {
    super(detail ? `${code}: ${detail}` : code, options)
    this.name = 'AppError'
    this.code = code
    this.detail = detail
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.fields = options?.fields
  }
}

/** Compares the name, not the class: each bundle may have its own copy of the class. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error
}
