import * as z from 'zod/mini'
import { PRICES } from '#server/billing/prices/refresh-prices.ts'

const reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]))

/** The part of an event that we read; the object itself is fetched. */
export const StripeEvent = z.object({
  id: z.string().check(z.regex(/^evt_\w{1,250}$/)),
  type: z.string().check(z.maxLength(200)),
  created: z.int(),
  api_version: z.nullish(z.string()),
  livemode: z.optional(z.boolean()),
  data: z.object({
    object: z.looseObject({
      id: z.nullish(z.string()),
      object: z.optional(z.string()),
      parent: z.nullish(
        z.looseObject({ subscription_details: z.nullish(z.looseObject({ subscription: reference })) }),
      ),
    }),
    previous_attributes: z.optional(
      z.looseObject({
        invoice_settings: z.optional(z.looseObject({ default_payment_method: reference })),
      }),
    ),
  }),
})
export type StripeEvent = z.infer<typeof StripeEvent>

const INVOICES = [
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
]

const OF_PRICES = ['price.created', 'price.updated', 'price.deleted', 'product.updated']

/** What missed events are listed by: Stripe accepts at most 20 types. */
export const LISTED_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.updated',
  'customer.deleted',
  ...INVOICES,
  ...OF_PRICES,
]

export const TRIAL_ENDS = 'customer.subscription.trial_will_end'

/** Handled types. A job announces the ends of trials, too. */
export const EVENT_TYPES = [...LISTED_TYPES, TRIAL_ENDS]

/** The id to fetch because of an event: `sub_…`, `cs_…` or `cus_…`, or `prices`. Undefined when nothing follows from it. */
export function subjectOf({ type, data }: StripeEvent): string | undefined {
  if (!EVENT_TYPES.includes(type)) return undefined
  if (OF_PRICES.includes(type)) return PRICES
  const { object, previous_attributes } = data
  if (INVOICES.includes(type)) return idOf(object.parent?.subscription_details?.subscription)
  if (type !== 'customer.updated') return object.id ?? undefined
  // Of a customer only the default card matters.
  const before = previous_attributes?.invoice_settings
  return before && 'default_payment_method' in before ? (object.id ?? undefined) : undefined
}

function idOf(subscription: string | { id: string } | null | undefined): string | undefined {
  return typeof subscription === 'string' ? subscription : subscription?.id
}
