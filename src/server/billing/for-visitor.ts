import { AppError } from '#contract/errors.ts'
import { isStripeFailure } from './stripe-failure.ts'

/** Less than the twelve seconds within which a visitor is answered, whatever the library still tries. */
const PATIENCE_MS = 9_500

/**
 * Does what somebody waits for. It may go on after the answer, so it must bear to be left alone.
 * @throws AppError('paymentFailed') where Stripe cannot be reached, is slow or refuses
 */
export async function forVisitor<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new AppError('paymentFailed', 'no answer in time')), patienceMs)
  try {
    return await Promise.race([work(), late])
  } catch (error) {
    if (!isStripeFailure(error)) throw error
    throw new AppError('paymentFailed', '', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
