import type { APIContext } from 'astro'
import { type ErrorCode, isAppError } from '#contract/errors.ts'
import { isDatabaseAway, isDiskFull, isForeignKeyViolation, isReadOnly } from '#server/db/database-error.ts'

export const ERROR_STATUS: Record<ErrorCode, number> = {
  badRequest: 400,
  badKey: 400,
  notFound: 404,
  mediaNotFound: 404,
  fileNotOffered: 404,
  // No error for browsers, which would log it.
  fileBeingMade: 202,
  categoryNotFound: 404,
  creatorNotFound: 404,
  pictureInvalid: 422,
  picturesFull: 409,
  shopFileInvalid: 422,
  shopInvalid: 422,
  categoryExists: 409,
  categoryInUse: 409,
  methodNotAllowed: 405,
  formatUnsupported: 501,
  crossSite: 403,
  bodyTooLarge: 413,
  signatureInvalid: 403,
  signatureExpired: 403,
  signInRequired: 401,
  suspended: 403,
  signInFailed: 401,
  tokenInvalid: 401,
  passwordTooCommon: 400,
  passwordWrong: 403,
  factorWrong: 403,
  challengeExpired: 400,
  proofRequired: 403,
  fullProofRequired: 403,
  factorRequired: 403,
  factorMissing: 403,
  keysFull: 409,
  keyInAddress: 400,
  scopeMissing: 403,
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
  stripeRefused: 409,
  paymentFailed: 503,
  webhookInvalid: 400,
  settingUp: 503,
  setupCodeWrong: 403,
  setupCodeOver: 403,
  setupDone: 404,
  setNotFound: 404,
  promotionEnded: 410,
  badSetName: 400,
  setNameTaken: 409,
  badReceiver: 422,
  badRule: 400,
  tooManyRules: 409,
  badClips: 400,
  setFull: 409,
  invalidKey: 403,
  soldOut: 409,
  kindNotTaken: 415,
  fileTooLarge: 413,
  uploadsFull: 409,
  uploadNotFound: 404,
  uploadOver: 409,
  uploadMoved: 409,
  uploadLocked: 423,
  uploadDamaged: 422,
  originalGone: 409,
  versionConflict: 409,
  clipIncomplete: 409,
  clipInTrash: 409,
  notADraft: 409,
  typedWrong: 400,
  storageFull: 507,
  unavailable: 503,
  unexpected: 500,
}

/** The code that a failure is answered with; 'unexpected' for errors that are not ours. */
export function codeOf(error: unknown): ErrorCode {
  if (isAppError(error)) return error.code
  if (isDiskFull(error)) return 'storageFull'
  // Its account or clip was deleted during the request: the next try says so.
  const isNotNow = isDatabaseAway(error) || isReadOnly(error) || isForeignKeyViolation(error)
  return isNotNow ? 'unavailable' : 'unexpected'
}

type ResultOrStatus<Result> = { result: Result } | { result?: undefined; status: number }

/** For a page with its own words for each failure: the result, or the HTTP status to show instead. Logs 5xx. */
export async function resultOrStatus<Result>(
  { deps, requestId }: APIContext['locals'],
  loading: Promise<Result>,
): Promise<ResultOrStatus<Result>> {
  try {
    return { result: await loading }
  } catch (error) {
    const status = ERROR_STATUS[codeOf(error)]
    if (status >= 500) deps.log.error({ err: error, id: requestId }, 'page failed')
    return { status }
  }
}
