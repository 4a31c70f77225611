/** What the library throws, as far as it is looked at; told by name, so that the library need not be loaded. */
interface StripeFailure extends Error {
  type: string
  code?: string
  param?: string
  /** Missing where no answer came. */
  statusCode?: number
}

export function isStripeFailure(error: unknown): error is StripeFailure {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}

/** Whether Stripe does not know what was named: by the path, or by the parameter where one is given. */
export function isMissing(error: unknown, param?: string): boolean {
  if (!isStripeFailure(error) || error.code !== 'resource_missing') return false
  return param === undefined || error.param === param
}

/** Whether an answer came, so that it is known what became of the call. */
export function isAnswered(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode !== undefined
}

/** Whether the same call is still under way. */
export function isInFlight(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode === 409
}

/** Whether Stripe refused the call for what it asked, so that asking again would not help. */
export function isRefused(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode === 400
}
