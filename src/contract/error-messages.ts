import type { ErrorCode } from './errors.ts'

/** English messages of the API for developers. People see the texts of i18n. */
export const ERROR_MESSAGES: Record<ErrorCode, string> = {
  badRequest: 'The request is not valid.',
  badKey: 'That is not the name of a file.',
  notFound: 'There is nothing at this address.',
  mediaNotFound: 'There is no such clip.',
  categoryNotFound: 'There is no such category.',
  formatUnsupported: 'This is answered as JSON only.',
  methodNotAllowed: 'This address does not take that method.',
  crossSite: 'Requests that change something are not taken from other sites.',
  bodyTooLarge: 'The request is too large.',
  signatureInvalid: 'This link is not valid.',
  signatureExpired: 'This link has expired.',
  signInRequired: 'Please sign in.',
  signInFailed: 'E-mail and password do not belong together.',
  tokenInvalid: 'This session has ended. Please sign in again.',
  passwordTooCommon: 'Too many people use this password. Please choose another.',
  passwordWrong: 'That is not your password.',
  mailTokenInvalid: 'This link has been used or has expired. Please ask for a new one.',
  emailTaken: 'This address has an account already.',
  licenceNotFound: 'There is no such licence.',
  tooManyRequests: 'Too many attempts.',
  busy: 'Many people ask for this just now. Please try again in a moment.',
  forbidden: 'This is not for your account.',
  upgradeRequired: 'This needs a paid membership.',
  badPlan: 'There is no such plan.',
  alreadyPro: 'You are already a Pro member.',
  nothingToCancel: 'There is no membership to cancel.',
  planNotChangeable: 'This membership cannot change to that plan now.',
  previewOutdated: 'These amounts are out of date. Please ask for new ones.',
  cardDeclined: 'The card was declined. Nothing was changed.',
  paymentsOff: 'Payments are not set up.',
  paymentFailed: 'The payment service cannot be reached. Please try again shortly.',
  webhookInvalid: 'This is not a message of the payment service.',
  setNotFound: 'There is no such collection.',
  promotionEnded: 'This promotion has ended.',
  badSetName: 'A name is 1 to 80 letters, digits and dashes.',
  setNameTaken: 'This name is taken.',
  badClips: 'Please choose 1 to 200 clips of the catalogue.',
  invalidKey: 'This key is not valid.',
  soldOut: 'All spots are taken.',
  storageFull: 'There is no room left to store this.',
  unavailable: 'This is not available right now. Please try again shortly.',
  unexpected: 'Something went wrong. Please try again.',
}

/** The code as the API writes it: `mediaNotFound` becomes `MEDIA_NOT_FOUND`. */
export function errorStatusText(code: string): string {
  return code.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}
