import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutSession } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { isPaid, type Person } from '#domain/membership/membership.ts'
import type { Plan } from '#domain/membership/price.ts'
import { findPerson } from '#server/accounts/person.ts'
import { forVisitor } from '#server/billing/for-visitor.ts'
import { mailLocale } from '#server/billing/mail/mail-locale.ts'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { isAnswered, isInFlight, isMissing, isStripeFailure } from '#server/billing/stripe-failure.ts'
import { type Attempt, beginAttempt, noteFailed, noteOpened, openAttempts } from './checkout-attempts.ts'
import { checkoutParams } from './checkout-params.ts'
import { type Buyer, customerFor, unlinkCustomer } from './customers.ts'
import { closeCheckout, syncCheckout } from './sync-checkout.ts'

interface Order {
  plan: Plan
  referral: string
  /** Of the page, to which one comes back; where absent, that of the buyer's mails. */
  locale?: Locale | undefined
}

/**
 * Opens Stripe's page on which a plan is bought, or gives the one that is open already.
 * @throws AppError('alreadyPro'), 'paymentsOff', 'paymentFailed' where Stripe cannot be reached, is slow or refuses
 */
export async function startCheckout(
  deps: BillingDeps,
  buyer: Buyer & Person,
  order: Order,
): Promise<CheckoutSession> {
  paymentsOf(deps)
  if (isPaid(buyer)) throw new AppError('alreadyPro')
  return forVisitor(async () => (await openOne(deps, buyer.id, order.plan)) ?? newOne(deps, buyer, order))
}

/** The open session of this plan. Others are closed, so that nobody pays for two plans. */
async function openOne(deps: BillingDeps, userId: number, plan: Plan): Promise<CheckoutSession | undefined> {
  let kept: CheckoutSession | undefined
  for (const attempt of await openAttempts(deps.db, userId)) {
    const session = await syncCheckout(deps, attempt.stripeId)
    if (session?.status !== 'open') continue
    if (!kept && attempt.plan === plan && session.url) kept = { session_id: session.id, url: session.url }
    else await closeCheckout(deps, session.id)
  }
  // One of them may turn out to have been paid.
  if (isPaid(await findPerson(deps.db, userId, deps.now()))) throw new AppError('alreadyPro')
  return kept
}

async function newOne(deps: BillingDeps, buyer: Buyer, order: Order): Promise<CheckoutSession> {
  try {
    return await attempt(deps, buyer, order)
  } catch (error) {
    if (!isWorthRepeating(error)) throw error
    return attempt(deps, buyer, order)
  }
}

/** A customer that was deleted at Stripe is replaced; an earlier attempt may have asked for something else under its key. */
function isWorthRepeating(error: unknown): boolean {
  return isMissing(error, 'customer') || (isStripeFailure(error) && error.type === 'StripeIdempotencyError')
}

async function attempt(deps: BillingDeps, buyer: Buyer, order: Order): Promise<CheckoutSession> {
  const { db, now } = deps
  const begun = await beginAttempt(db, { userId: buyer.id, ...order, now: now() })
  if (begun.opened) return begun.opened
  try {
    return await openAtStripe(deps, { buyer, order, begun })
  } catch (error) {
    if (isInFlight(error)) return openedByOther(deps, begun)
    if (isAnswered(error)) await noteFailed(db, begun)
    throw error
  }
}

interface Opening {
  buyer: Buyer
  order: Order
  begun: Attempt
}

async function openAtStripe(deps: BillingDeps, { buyer, order, begun }: Opening): Promise<CheckoutSession> {
  const { db, site, now } = deps
  const payments = paymentsOf(deps)
  const stripe = await payments.stripe()
  const locale = order.locale ?? (await mailLocale(deps, buyer.id))
  const customer = await customerFor(deps, buyer, locale)
  const price = await payments.prices.idOf(order.plan, now())
  const { automaticTax } = payments
  const params = checkoutParams({ userId: buyer.id, ...order, customer, price, locale, automaticTax, site })
  const session = await stripe.checkout.sessions
    .create(params, { idempotencyKey: begun.idempotency_key })
    .catch(async (error: unknown) => {
      if (isMissing(error, 'customer')) await unlinkCustomer(db, customer)
      throw error
    })
  if (!session.url) throw new AppError('paymentFailed', 'no page to pay on')
  await noteOpened(db, begun, session)
  return { session_id: session.id, url: session.url }
}

const LOOK_EVERY_MS = 200
const LOOKS = 40

/** Another tab asks for the same session just now: what it gets is given here too. */
async function openedByOther({ db }: BillingDeps, { id }: Attempt): Promise<CheckoutSession> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const row = await db
      .selectFrom('checkout_sessions')
      .select(['status', 'stripe_id', 'url'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row?.stripe_id && row.url) return { session_id: row.stripe_id, url: row.url }
    if (row?.status !== 'creating') break
    await sleep(LOOK_EVERY_MS)
  }
  throw new AppError('paymentFailed', 'another attempt is under way')
}
