import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { runs } from '../../tests/support/runs.ts'
import { createStripeEmulator } from './create-emulator.ts'
import { inProcessClient } from './in-process-client.ts'
import { DAY } from './model/calendar.ts'
import { billedSubscription } from './model/invoice.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const KEY = 'sk_test_of_the_tests'

function emulate() {
  const core = createStripeEmulator({ secretKey: KEY, now: () => NOON })
  return { ...core, stripe: new Stripe(KEY, { httpClient: inProcessClient(core.api), telemetry: false }) }
}

test('the library works without a socket, faults included', async () => {
  const { account, control, stripe } = emulate()
  control.fail({ kind: 'reset', when: 'after', route: 'POST /v1/customers' })
  const { id } = await stripe.customers.create({ email: 'a@example.com' })
  expect([...account.state.customers.keys()]).toEqual([id])
  control.fail({ kind: 'stall', ms: 500 })
  await expect(stripe.prices.list({}, { timeout: 20, maxNetworkRetries: 0 })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
})

const STEP = fc.oneof(
  fc.record({ kind: fc.constant('buy'), card: fc.constantFrom('pays', 'declines', 'declinesRenewals') }),
  fc.record({ kind: fc.constant('wait'), days: fc.integer({ min: 0, max: 45 }) }),
  fc.record({ kind: fc.constantFrom('cancel', 'keep', 'end', 'newCard', 'expire') }),
) as fc.Arbitrary<Step>

interface Step {
  kind: 'buy' | 'wait' | 'cancel' | 'keep' | 'end' | 'newCard' | 'expire'
  card?: 'pays' | 'declines' | 'declinesRenewals'
  days?: number
}

type Emulation = ReturnType<typeof emulate>

/** Runs a step and ignores refusals. */
async function take({ stripe, control }: Emulation, { kind, card = 'pays', days = 0 }: Step): Promise<void> {
  if (kind === 'wait') return control.advance(days * DAY)
  if (kind === 'buy' || kind === 'expire') {
    const [price] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data
    const { id } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price!.id, quantity: 1 }],
      success_url: 'https://nagare.test/',
    })
    return kind === 'expire' ? void (await stripe.checkout.sessions.expire(id)) : control.pay(id, { card })
  }
  const [latest] = (await stripe.subscriptions.list({ limit: 1 })).data
  if (!latest) return
  if (kind === 'newCard') control.changeCard(latest.customer as string, 'paysToo')
  else if (kind === 'end') await stripe.subscriptions.cancel(latest.id)
  else await stripe.subscriptions.update(latest.id, { cancel_at_period_end: kind === 'cancel' })
}

test('in any schedule every period is paid once, and unpaid subscriptions do not stay active', async () => {
  const property = fc.asyncProperty(fc.array(STEP, { maxLength: 12 }), async (steps) => {
    const emulation = emulate()
    for (const step of steps) await take(emulation, step).catch(refused)
    const { account, control } = emulation
    const { charges, subscriptions, now } = control.truth()

    const told = [...account.state.events.values()].map(({ created }) => created)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    const taken = charges.filter(({ status }) => status === 'succeeded')
    expect(new Set(taken.map(({ invoice }) => invoice)).size).toBe(taken.length)
    for (const { id, status, live, paid_until } of subscriptions) {
      const invoices = [...account.state.invoices.values()].filter((each) => billedSubscription(each) === id)
      const starts = invoices.map(({ lines }) => lines.data[0]?.period.start)
      expect(new Set(starts).size).toBe(starts.length)
      const open = invoices.some((invoice) => invoice.status === 'open')
      if (status === 'active') expect(open).toBe(false)
      if (status === 'past_due') expect(open).toBe(true)
      if (live) expect(paid_until).toBeGreaterThan(now)
    }
  })
  await fc.assert(property, { numRuns: runs(150) })
})

/** Refusals and declined cards are part of a schedule; anything else fails the test. */
function refused(error: { statusCode?: number; status?: number }): void {
  const status = error.statusCode ?? error.status
  if (status !== 400 && status !== 402 && status !== 404) throw error
}
