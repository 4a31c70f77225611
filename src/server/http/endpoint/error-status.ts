import { type ErrorCode, isAppError } from '#contract/errors.ts'
import { isDatabaseAway, isDiskFull } from '#server/db/database-error.ts'

export const ERROR_STATUS: Record<ErrorCode, number> = {
  badRequest: 400,
  badKey: 400,
  notFound: 404,
  mediaNotFound: 404,
  categoryNotFound: 404,
  methodNotAllowed: 405,
  formatUnsupported: 501,
  crossSite: 403,
  bodyTooLarge: 413,
  signatureInvalid: 403,
  signatureExpired: 403,
  signInRequired: 401,
  signInFailed: 401,
  tokenInvalid: 401,
  passwordTooCommon: 400,
  passwordWrong: 403,
  mailTokenInvalid: 400,
  emailTaken: 409,
  licenceNotFound: 404,
  tooManyRequests: 429,
  busy: 503,
  forbidden: 403,
  upgradeRequired: 403,
  badPlan: 400,
  alreadyPro: 409,
  nothingToCancel: 409,
  planNotChangeable: 409,
  previewOutdated: 409,
  cardDeclined: 402,
  paymentsOff: 503,
  paymentFailed: 503,
  webhookInvalid: 400,
  setNotFound: 404,
  promotionEnded: 410,
  badSetName: 400,
  setNameTaken: 409,
  badClips: 400,
  invalidKey: 403,
  soldOut: 409,
  kindNotTaken: 415,
  fileTooLarge: 413,
  uploadsFull: 409,
  uploadNotFound: 404,
  uploadOver: 409,
  alreadyInLibrary: 409,
  originalGone: 409,
  storageFull: 507,
  unavailable: 503,
  unexpected: 500,
}

/** The code that a failure is answered with; 'unexpected' for what is not ours. */
export function codeOf(error: unknown): ErrorCode {
  if (isAppError(error)) return error.code
  if (isDiskFull(error)) return 'storageFull'
  return isDatabaseAway(error) ? 'unavailable' : 'unexpected'
}
