import type Stripe from 'stripe'
import { page } from '../../model/page.ts'
import type { Subscription } from '../../model/state.ts'
import { cancelSubscription, getSubscription, updateSubscription } from '../../model/subscriptions.ts'
import { choice, either, emptyable, flag, group, ignored, integer, list, metadata, text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, range, route, within } from '../route.ts'

const CANCELLATION_DETAILS = group({
  comment: emptyable(text),
  feedback: emptyable(
    choice(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
})

/** Without a status, ended subscriptions are left out, as by Stripe. */
function hasStatus(subscription: Subscription, asked: string | undefined): boolean {
  if (asked === 'all') return true
  if (asked === undefined) return subscription.status !== 'canceled'
  if (asked === 'ended') return subscription.ended_at !== null
  return subscription.status === asked
}

export const subscriptionRoutes = [
  route(
    'GET /v1/subscriptions',
    fieldsOf<Stripe.SubscriptionListParams>()({
      ...PAGE,
      created: range,
      customer: text,
      price: text,
      status: text,
      test_clock: text,
    }),
    (account, { created, customer, price, status, test_clock, ...cursor }) => {
      const found = newestFirst(account.state.subscriptions).filter(
        (subscription) =>
          hasStatus(subscription, status) &&
          within(subscription.created, created) &&
          (customer === undefined || subscription.customer === customer) &&
          (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
          (test_clock === undefined || subscription.test_clock === test_clock),
      )
      return page(found, cursor, { url: '/v1/subscriptions', noun: 'subscription' })
    },
  ),
  route('GET /v1/subscriptions/:subscription', {}, (account, _, { subscription }) =>
    getSubscription(account, subscription),
  ),
  route(
    'POST /v1/subscriptions/:subscription',
    fieldsOf<Stripe.SubscriptionUpdateParams>()({
      cancel_at: emptyable(either(integer, choice('min_period_end', 'max_period_end'))),
      cancel_at_period_end: flag,
      cancellation_details: CANCELLATION_DETAILS,
      default_payment_method: text,
      description: emptyable(text),
      items: list(group({ id: text, price: text, quantity: integer, metadata: ignored }), 20),
      metadata,
      payment_behavior: choice('allow_incomplete', 'error_if_incomplete'),
      proration_behavior: choice('always_invoice', 'create_prorations'),
      proration_date: integer,
    }),
    (account, change, { subscription }) => updateSubscription(account, subscription, change),
  ),
  route(
    'DELETE /v1/subscriptions/:subscription',
    fieldsOf<Stripe.SubscriptionCancelParams>()({
      cancellation_details: CANCELLATION_DETAILS,
      invoice_now: ignored,
      prorate: ignored,
    }),
    (account, { cancellation_details }, { subscription }) =>
      cancelSubscription(account, subscription, cancellation_details),
  ),
]
