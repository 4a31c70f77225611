import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { CheckoutSession } from '#contract/billing/billing.ts'
import { AppError } from '#contract/errors.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { isPaid, type Person } from '#domain/membership/membership.ts'
import { type Offer, offerFor, type Plan } from '#domain/membership/price.ts'
import { mailLocale } from '#server/accounts/find-account.ts'
import { findPerson } from '#server/accounts/person.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { priceOf } from '#server/billing/prices/offers.ts'
import { refreshPrices } from '#server/billing/prices/refresh-prices.ts'
import {
  forVisitor,
  isAnswered,
  isInFlight,
  isMissing,
  isRefused,
  isStripeFailure,
} from '#server/billing/stripe-failure.ts'
import type { BillingDeps } from '#server/deps.ts'
import { type Attempt, beginAttempt, openAttempts, storeFailed, storeOpened } from './checkout-attempts.ts'
import { checkoutParams } from './checkout-params.ts'
import { type Buyer, customerFor, unlinkCustomer } from './customers.ts'
import { mayTry } from './may-try.ts'
import { closeCheckout, syncCheckout } from './sync-checkout.ts'

interface Order {
  plan: Plan
  /** Default: that of the language. */
  currency?: string | undefined
  /** What the buyer has confirmed, in the currency's smallest unit. */
  amount?: number | undefined
  /** Likewise: the free days, 0 for none. */
  trial?: number | undefined
  referral: string
  /** Language of the page to return to; default: that of the buyer's mails. */
  locale?: Locale | undefined
}

/** The URL of a new or the open checkout page. @throws AppError('alreadyPro'), 'previewOutdated', 'paymentsOff', 'paymentFailed' */
export async function startCheckout(
  deps: BillingDeps,
  buyer: Buyer & Person,
  order: Order,
): Promise<CheckoutSession> {
  const payments = paymentsOf(deps)
  if (isPaid(buyer)) throw new AppError('alreadyPro')
  // Loading the library must not count as Stripe's delay.
  await payments.stripe()
  return forVisitor(payments.breaker, async () => {
    const wanted = await saleOf(deps, buyer, order)
    return (await openSession(deps, buyer.id, wanted)) ?? newSession(deps, buyer, wanted)
  })
}

/** What is sold, for how much. */
interface Sale extends Order {
  price: string
  offer: Offer
  amount: number
  trialDays: number
  several: boolean
  locale: Locale
}

async function saleOf(deps: BillingDeps, buyer: Buyer, order: Order): Promise<Sale> {
  const locale = order.locale ?? (await mailLocale(deps, buyer.id))
  const { price_id, offers, trial_days } = await priceOf(deps, order.plan)
  const offer = offerFor(offers, locale, order.currency)
  const amount = offer?.amounts[order.plan]
  if (!offer || !amount) throw new AppError('paymentFailed', `${order.plan} is not sold in this currency`)
  const isOther = order.currency !== undefined && order.currency !== offer.currency
  const trialDays = trial_days > 0 && (await mayTry(deps.db, buyer.id)) ? trial_days : 0
  const isAsConfirmed = amount === (order.amount ?? amount) && trialDays === (order.trial ?? trialDays)
  if (isOther || !isAsConfirmed) throw new AppError('previewOutdated')
  return { ...order, price: price_id, offer, amount, trialDays, several: offers.length > 1, locale }
}

/** The open session for this sale. Others are closed, so that nobody pays for two plans, or an older price. */
async function openSession(
  deps: BillingDeps,
  userId: number,
  sale: Sale,
): Promise<CheckoutSession | undefined> {
  let open: CheckoutSession | undefined
  for (const attempt of await openAttempts(deps.db, userId)) {
    const session = await syncCheckout(deps, attempt.stripeId)
    if (session?.status !== 'open') continue
    const isThis = attempt.plan === sale.plan && asksFor(session, sale)
    if (!open && isThis && session.url) open = { session_id: session.id, url: session.url }
    else await closeCheckout(deps, session.id)
  }
  // One of the closed sessions may have been paid.
  if (isPaid(await findPerson(deps.db, userId, deps.now()))) throw new AppError('alreadyPro')
  return open
}

/** A session with a trial adds up to nothing; its price says what will be charged. */
function asksFor(session: Stripe.Checkout.Session, { offer, amount, price, trialDays }: Sale): boolean {
  const { currency, amount_subtotal, metadata } = session
  if (currency !== offer.currency || Number(metadata?.trial_days ?? 0) !== trialDays) return false
  return trialDays > 0 ? metadata?.price === price : amount_subtotal === amount
}

async function newSession(deps: BillingDeps, buyer: Buyer, order: Sale): Promise<CheckoutSession> {
  try {
    return await attempt(deps, buyer, order)
  } catch (error) {
    if (isWorthRetrying(error)) return attempt(deps, buyer, order)
    if (!isRefused(error)) throw error
    // The price may be gone, and perhaps there is another one.
    await refreshPrices(deps)
    const sale = await saleOf(deps, buyer, order)
    if (sale.price === order.price) throw error
    return attempt(deps, buyer, sale)
  }
}

/** The customer was deleted at Stripe, or an earlier attempt used the key with other parameters. */
function isWorthRetrying(error: unknown): boolean {
  return isMissing(error, 'customer') || (isStripeFailure(error) && error.type === 'StripeIdempotencyError')
}

async function attempt(deps: BillingDeps, buyer: Buyer, order: Sale): Promise<CheckoutSession> {
  const { db, now } = deps
  const begun = await beginAttempt(db, { userId: buyer.id, ...order, now: now() })
  // Of another tab, which may ask for another currency.
  if (begun.opened) return (await openSession(deps, buyer.id, order)) ?? attempt(deps, buyer, order)
  try {
    return await openAtStripe(deps, { buyer, order, begun })
  } catch (error) {
    if (isInFlight(error)) return openedByOtherTab(deps, begun)
    if (isAnswered(error)) await storeFailed(db, begun)
    throw error
  }
}

async function openAtStripe(
  deps: BillingDeps,
  { buyer, order, begun }: { buyer: Buyer; order: Sale; begun: Attempt },
): Promise<CheckoutSession> {
  const { db, site } = deps
  const payments = paymentsOf(deps)
  const stripe = await payments.stripe()
  const customer = await customerFor(deps, buyer, order.locale)
  const params = checkoutParams(payments, { userId: buyer.id, ...order, customer, site })
  const session = await stripe.checkout.sessions
    .create(params, { idempotencyKey: begun.idempotency_key })
    .catch(async (error: unknown) => {
      if (isMissing(error, 'customer')) await unlinkCustomer(db, customer)
      throw error
    })
  if (!session.url) throw new AppError('paymentFailed', 'Stripe returned no checkout page')
  await storeOpened(db, begun, session)
  if (!asksFor(session, order)) {
    await closeCheckout(deps, session.id)
    await refreshPrices(deps)
    throw new AppError('previewOutdated')
  }
  return { session_id: session.id, url: session.url }
}

const POLL_MS = 200
const MAX_POLLS = 40

/** Another tab is opening the same session: waits for its result. */
async function openedByOtherTab({ db }: BillingDeps, { id }: Attempt): Promise<CheckoutSession> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const row = await db
      .selectFrom('checkout_sessions')
      .select(['status', 'stripe_id', 'url'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row?.stripe_id && row.url) return { session_id: row.stripe_id, url: row.url }
    if (row?.status !== 'creating') break
    await sleep(POLL_MS)
  }
  throw new AppError('paymentFailed', 'another attempt is running')
}
