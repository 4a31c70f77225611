import { ApiError } from '#contract/request.ts'
import type { BillingTexts } from '#i18n/billing-texts.ts'
import { withWait } from '../auth/with-wait.ts'

type Reasons = BillingTexts['reasons']

/** Text for a failed payment: by the server's code, its message, or that it was unreachable. */
export function paymentReason(error: unknown, reasons: Reasons): string {
  if (error instanceof ApiError) {
    const { status, message } = error.answer
    if (!Object.hasOwn(reasons, status)) return message || reasons.unexpected
    return withWait(reasons[status as keyof Reasons], error)
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return reasons.late
  if (error instanceof TypeError || error instanceof DOMException) return reasons.offline
  return reasons.unexpected
}
