import type { Kysely } from 'kysely'
import Stripe from 'stripe'
import type { Locale } from '#domain/address/locale-path.ts'
import { startCheckout } from '#server/billing/checkout/start-checkout.ts'
import { handleSubject, unhandledSubjects } from '#server/billing/inbox/handle-event.ts'
import { receiveEvent } from '#server/billing/inbox/receive-event.ts'
import { openPayments } from '#server/billing/payments.ts'
import type { Database } from '#server/db/schema.ts'
import type { BillingDeps } from '#server/deps.ts'
import { createStripeEmulator, type EmulatorCore } from '../../../tools/stripe-emulator/create-emulator.ts'
import { inProcessClient } from '../../../tools/stripe-emulator/in-process-client.ts'
import { type Accounts, accountsOn } from './account-deps.ts'

export const STRIPE = {
  secretKey: 'sk_test_of_the_tests',
  webhookSecrets: ['whsec_of_the_tests', 'whsec_of_before'],
}

export interface Shop extends Accounts {
  emulator: EmulatorCore
  /** The library as the shop uses it. */
  stripe: Stripe
  /** Delivers and handles webhooks. */
  settle(): Promise<void>
  /** Opens the checkout page. */
  checkout(userId: number, plan?: 'pro_monthly' | 'pro_yearly', more?: { locale: Locale }): Promise<string>
  /** Opens the checkout page and pays. */
  buy(userId: number, plan?: 'pro_monthly' | 'pro_yearly', more?: { locale: Locale }): Promise<string>
}

/** A shop on this database with an in-process Stripe on the same clock. */
export function shopOn(db: Kysely<Database>, { webhooks = true, timeout = 500 } = {}): Shop {
  const accounts = accountsOn(db)
  const { deps } = accounts
  const [secret] = STRIPE.webhookSecrets
  const emulator = createStripeEmulator({
    secretKey: STRIPE.secretKey,
    now: () => deps.now().getTime(),
    ...(webhooks && {
      webhook: { url: 'https://nagare.example/api/payment/stripe-webhook', secret: secret! },
    }),
    send: async (_, { body, headers }) => {
      await receiveEvent(deps, Buffer.from(body), headers['stripe-signature'])
      return 200
    },
    retryAfterMs: [],
  })
  const stripe = new Stripe(STRIPE.secretKey, {
    httpClient: inProcessClient(emulator.api),
    telemetry: false,
    timeout,
    maxNetworkRetries: 2,
  })
  // Retries at once, where the library waits for half a second and more.
  Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0 })
  deps.payments = openPayments(
    { mode: 'test', ...STRIPE, automaticTax: false, adaptivePricing: false },
    async () => stripe,
  )
  const shop: Shop = {
    ...accounts,
    emulator,
    stripe,
    async settle() {
      emulator.control.advance(0)
      await emulator.webhooks.idle()
      await handleStored(deps)
    },
    async checkout(userId, plan = 'pro_monthly', more) {
      const buyer = { id: userId, membership: 'free' as const, name: 'Aoi', email: 'aoi@example.com' }
      return (await startCheckout(deps, buyer, { plan, referral: '', ...more })).session_id
    },
    async buy(userId, plan, more) {
      const session = await shop.checkout(userId, plan, more)
      emulator.control.pay(session)
      return session
    },
  }
  return shop
}

/** Handles all stored events without the queue's delays. Failed ones stay unhandled. */
export async function handleStored(deps: BillingDeps): Promise<void> {
  for (const subject of await unhandledSubjects(deps.db))
    await handleSubject(deps, subject).catch((err) => deps.log.info({ err, subject }, 'event not handled'))
}
