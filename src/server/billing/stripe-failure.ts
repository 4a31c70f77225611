import { type CircuitBreakerPolicy, isBrokenCircuitError } from 'cockatiel'
import { AppError } from '#contract/errors.ts'
import { openBreaker } from '#server/breaker.ts'

/** Visitors get an answer within 3 s, even if Stripe's library still retries. */
const VISITOR_TIMEOUT_MS = 2_500

/** An error of Stripe's library, recognised by name so that the library need not be loaded. */
interface StripeFailure extends Error {
  type: string
  code?: string
  param?: string
  /** Missing when no answer came. */
  statusCode?: number
}

export function isStripeFailure(error: unknown): error is StripeFailure {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}

/** Whether Stripe does not know the object of the path, or of `param` if given. */
export function isMissing(error: unknown, param?: string): boolean {
  if (!isStripeFailure(error) || error.code !== 'resource_missing') return false
  return param === undefined || error.param === param
}

/** The answer of a call; undefined when Stripe does not know the object. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whether an answer came, so that the outcome of the call is known. */
export function isAnswered(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode !== undefined
}

/** Whether a call with the same idempotency key is still running. */
export function isInFlight(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode === 409
}

/** Whether Stripe rejected the request itself, so that a retry would not help. */
export function isRefused(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode === 400
}

/** Opens after visitors' calls that Stripe leaves unanswered. One per process. */
export function visitorBreaker(): CircuitBreakerPolicy {
  return openBreaker((error) => isLate(error) || (isStripeFailure(error) && isAway(error)))
}

function isAway({ statusCode = 500 }: StripeFailure): boolean {
  return statusCode >= 500
}

/** By name: each bundle may have its own class. */
function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === Late.name
}

class Late extends Error {
  override name = 'Late'
  override message = 'no answer in time'
}

/**
 * Does work a visitor waits for. After the timeout it goes on in the background, so it must be safe to abandon.
 * @throws AppError('paymentFailed') when Stripe is unreachable, slow or refuses
 */
export async function forVisitor<T>(
  breaker: CircuitBreakerPolicy,
  work: () => Promise<T>,
  timeoutMs = VISITOR_TIMEOUT_MS,
): Promise<T> {
  try {
    return await breaker.execute(() => inTime(work, timeoutMs))
  } catch (error) {
    if (!isStripeFailure(error) && !isLate(error) && !isBrokenCircuitError(error)) throw error
    throw new AppError('paymentFailed', '', { cause: error })
  }
}

async function inTime<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Late()), timeoutMs)
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
