import type Stripe from 'stripe'
import type { StripePart, StripePlan, StripeStep } from '#contract/studio/shop/prices.ts'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import { type Actor, audit } from '#server/audit.ts'
import { EVENT_TYPES } from '#server/billing/inbox/event-subject.ts'
import { keepObject, nameOf, ownObject, webhookSecretsOf } from '#server/billing/own-objects.ts'
import { type OpenPayments, paymentsOf } from '#server/billing/payments.ts'
import { askPrices } from '#server/billing/prices/refresh-prices.ts'
import { setPrice } from '#server/billing/prices/set-price.ts'
import { refused } from '#server/billing/prices/studio-prices.ts'
import { forVisitor, isStripeFailure, unlessMissing } from '#server/billing/stripe-failure.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'

type SetupDeps = BillingDeps & Pick<Deps, 'secrets'>

/** What to do, and how; without `run` there is nothing to do, or nothing that we can. */
interface Step extends StripeStep {
  run?: () => Promise<unknown>
}

interface Wanted {
  by: Actor
  /** What plans that are not sold will cost, by currency. */
  amounts?: Partial<Record<Plan, Record<string, number>>>
}

const WEBHOOK: `/${string}` = '/api/payment/stripe-webhook'
const DOES: readonly StripeStep['act'][] = ['create', 'change', 'replace']
const FEATURES = { invoice_history: { enabled: true }, payment_method_update: { enabled: true } }

/** What the shop needs at Stripe, and what is missing there. @throws AppError('paymentsOff'), Stripe's errors but 403 */
export async function planStripe(deps: SetupDeps, wanted: Wanted = { by: 'cli' }): Promise<Step[]> {
  const payments = paymentsOf(deps)
  const stripe = await payments.stripe()
  const world = { deps, payments, stripe }
  const prices = askPrices(payments)
  const steps = await Promise.all([
    ...PLANS.map((plan) =>
      unlessDenied(plan, async () => planPrice(world, plan, (await prices).sold.has(plan), wanted)),
    ),
    unlessDenied('webhook', () => planWebhook(world)),
    unlessDenied('portal', () => planPortal(world)),
    ...Object.entries(reads(stripe)).map(([part, read]) =>
      unlessDenied(part as StripePart, async () => void (await read())),
    ),
  ])
  return steps.filter((step) => step !== undefined)
}

/** Does what is missing, and may be repeated. Returns what was done. @throws as planStripe() */
export async function setUpStripe(deps: SetupDeps, wanted: Wanted): Promise<StripeStep[]> {
  const done: StripeStep[] = []
  for (const { run, ...step } of await planStripe(deps, wanted))
    done.push(run ? ((await unlessDenied(step.part, async () => void (await run()))) ?? step) : step)
  const changed = done.filter(({ act }) => DOES.includes(act)).map(({ part, act }) => `${act} ${part}`)
  if (changed.length > 0) {
    const entry = {
      actor: wanted.by,
      action: 'billing.setup',
      userId: null,
      detail: { changed },
      at: deps.now(),
    }
    await audit(deps.db, entry)
  }
  return done
}

/** A restricted key may lack the right for a part. */
async function unlessDenied<T>(part: StripePart, ask: () => Promise<T>): Promise<T | Step> {
  try {
    return await ask()
  } catch (error) {
    if (isStripeFailure(error) && error.statusCode === 403) return { part, act: 'denied' }
    throw error
  }
}

/** Rights that the shop needs besides; whether it may write is not seen before it does. */
function reads(stripe: Stripe): Partial<Record<StripePart, () => Promise<unknown>>> {
  const one = { limit: 1 }
  return {
    customers: () => stripe.customers.list(one),
    checkout: () => stripe.checkout.sessions.list(one),
    subscriptions: () => stripe.subscriptions.list(one),
    invoices: () => stripe.invoices.list(one),
    refunds: () => stripe.refunds.list(one),
    events: () => stripe.events.list(one),
  }
}

interface World {
  deps: SetupDeps
  payments: OpenPayments
  stripe: Stripe
}

function planPrice({ deps }: World, plan: Plan, isSold: boolean, { by, amounts }: Wanted): Step {
  if (isSold) return { part: plan, act: 'leave' }
  const given = amounts?.[plan]
  if (!given) return { part: plan, act: 'ask' }
  return { part: plan, act: 'create', run: () => setPrice(deps, { plan, amounts: given, by }) }
}

/** Stripe tells a webhook's secret once, so one whose secret nobody knows is replaced. */
export async function planWebhook({ deps, payments, stripe }: World): Promise<Step> {
  const { db, site, secrets } = deps
  const part = 'webhook'
  const url = new URL(WEBHOOK, site.url).href
  // Before the list: one that is kept meanwhile must be on it, or two at once would leave both.
  const known = await ownObject(db, 'webhook', payments)
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const here = all.filter((endpoint) => endpoint.url === url)
  const isOfEnvironment = payments.webhookSecrets.length > 0
  const isReadable = (await webhookSecretsOf(deps, payments)).length > 0
  const right = isOfEnvironment ? here[0] : here.find(({ id }) => isReadable && id === known?.stripe_id)
  const enabled_events = EVENT_TYPES as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
  if (right) {
    const heard = right.enabled_events
    const hearsAll = heard.includes('*') || EVENT_TYPES.every((type) => heard.includes(type))
    if (right.status === 'enabled' && hearsAll) return { part, act: 'leave' }
    return {
      ...{ part, act: 'change' },
      run: () => stripe.webhookEndpoints.update(right.id, { enabled_events, disabled: false }),
    }
  }
  // The new one's secret would not count.
  if (isOfEnvironment) return { part, act: 'stuck' }
  return { part, act: here.length > 0 ? 'replace' : 'create', run: replace }

  async function replace(): Promise<void> {
    const { id, secret } = await stripe.webhookEndpoints.create({ url, enabled_events })
    const name = nameOf('webhook', payments)
    const row = { name, stripe_id: id, sealed: secrets.seal(secret ?? '', name) }
    if (!(await keepObject(db, row, known?.stripe_id))) return void (await stripe.webhookEndpoints.del(id))
    for (const old of here) await unlessMissing(stripe.webhookEndpoints.del(old.id))
  }
}

async function planPortal({ deps, payments, stripe }: World): Promise<Step> {
  const { db, site } = deps
  const part = 'portal'
  const known = await ownObject(db, 'portal', payments)
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const metadata = { site: site.url.origin }
  const own =
    data.find(({ id }) => id === known?.stripe_id) ??
    data.find((each) => each.metadata?.site === metadata.site)
  const used = own ?? data.find(({ is_default }) => is_default)
  const suits = used?.features.invoice_history.enabled && used.features.payment_method_update.enabled
  const isKept = !own || own.id === known?.stripe_id
  if (suits && isKept) return { part, act: 'leave' }
  return { part, act: own && isKept ? 'change' : 'create', run: put }

  async function put(): Promise<void> {
    const { configurations } = stripe.billingPortal
    const { id } = own
      ? await configurations.update(own.id, { features: FEATURES })
      : await configurations.create({ features: FEATURES, metadata })
    const row = { name: nameOf('portal', payments), stripe_id: id, sealed: '' }
    await keepObject(db, row, known?.stripe_id)
  }
}

/** Several calls to Stripe, some one after the other. */
const TIMEOUT_MS = 9_500

/** For the studio: what is to do, or with `by` does it. @throws AppError('stripeRefused' | 'paymentsOff' | 'paymentFailed') */
export async function studioStripe(deps: SetupDeps, by?: Actor): Promise<StripePlan> {
  const work = async () => (by ? setUpStripe(deps, { by }) : withoutRun(await planStripe(deps)))
  return { steps: await forVisitor(paymentsOf(deps).breaker, () => work().catch(refused), TIMEOUT_MS) }
}

const withoutRun = (steps: readonly Step[]): StripeStep[] => steps.map(({ part, act }) => ({ part, act }))
