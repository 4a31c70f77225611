import type Stripe from 'stripe'
import { openPortal } from '../../model/portal.ts'
import { address, ignored, required, text } from '../fields.ts'
import { fieldsOf, route } from '../route.ts'

export const portalRoutes = [
  route(
    'POST /v1/billing_portal/sessions',
    fieldsOf<Stripe.BillingPortal.SessionCreateParams>()({
      configuration: ignored,
      customer: required(text),
      locale: text,
      return_url: address,
    }),
    openPortal,
  ),
]
