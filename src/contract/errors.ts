/** Every failure the product expects. Texts live in i18n, HTTP statuses in server/http/endpoint.ts. */
export type ErrorCode =
  | 'badRequest'
  | 'badKey'
  | 'notFound'
  | 'mediaNotFound'
  | 'categoryNotFound'
  | 'methodNotAllowed'
  | 'crossSite'
  | 'bodyTooLarge'
  | 'signatureInvalid'
  | 'signatureExpired'
  | 'signInRequired'
  | 'signInFailed'
  | 'tokenInvalid'
  | 'passwordTooCommon'
  | 'passwordWrong'
  | 'mailTokenInvalid'
  | 'licenceNotFound'
  | 'tooManyRequests'
  | 'busy'
  | 'forbidden'
  | 'upgradeRequired'
  | 'storageFull'
  | 'unavailable'
  | 'unexpected'

/** `detail` is English for logs and operators, never secret, and safe to show to the client. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string

  constructor(code: ErrorCode, detail = '', options?: ErrorOptions) {
    super(detail ? `${code}: ${detail}` : code, options)
    this.name = 'AppError'
    this.code = code
    this.detail = detail
  }
}
