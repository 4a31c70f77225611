import type Stripe from 'stripe'
import { refund } from '../../model/refunds.ts'
import { choice, integer, metadata, text } from '../fields.ts'
import { fieldsOf, route } from '../route.ts'

export const refundRoutes = [
  route(
    'POST /v1/refunds',
    fieldsOf<Stripe.RefundCreateParams>()({
      amount: integer,
      charge: text,
      metadata,
      payment_intent: text,
      reason: choice('duplicate', 'fraudulent', 'requested_by_customer'),
    }),
    refund,
  ),
]
