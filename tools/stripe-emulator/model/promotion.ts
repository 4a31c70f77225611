import type { Account } from './account.ts'
import { invalidRequest } from './api-error.ts'
import type { CheckoutSession } from './state.ts'

/** The only promotion code: a fifth off the first payment. */
export const PROMOTION_CODE = 'TEST20'
const SHARE = 0.2

/** Lowers what is due in an open checkout. @throws 400 if there is no such code, or none may be used */
export function applyPromotion(account: Account, session: CheckoutSession, code: string): CheckoutSession {
  if (!session.allow_promotion_codes || code.trim().toUpperCase() !== PROMOTION_CODE)
    throw invalidRequest('This promotion code is invalid.', { code: 'promotion_code_invalid' })
  const amount_discount = Math.round(session.amount_subtotal! * SHARE)
  return account.change(account.state.sessions, session, {
    amount_total: session.amount_subtotal! - amount_discount,
    discounts: [{ coupon: 'test20', promotion_code: 'promo_test20' }],
    total_details: { ...session.total_details!, amount_discount },
  })
}
