import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { type StripeEmulator, type StripeEmulatorOptions, startStripeEmulator } from '../emulator.ts'
import { receiveWebhooks, type WebhookReceiver } from './webhook-receiver.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'

export interface Site {
  emulator: StripeEmulator
  stripe: Stripe
  webhook: WebhookReceiver
}

/** An emulator, the real library connected to it, and a webhook endpoint; all end with the test. */
export async function start(options: Partial<StripeEmulatorOptions> = {}): Promise<Site> {
  const webhook = await receiveWebhooks(options.now)
  const emulator = await startStripeEmulator({
    secretKey: SECRET_KEY,
    webhook: { url: webhook.url, secret: webhook.secret },
    retryAfterMs: [10, 20, 40],
    productName: 'Nagare Pro',
    ...options,
  })
  onTestFinished(async () => {
    await emulator.close()
    webhook.close()
  })
  return { emulator, stripe: libraryFor(emulator), webhook }
}

export function libraryFor({ url, port }: StripeEmulator, config: Stripe.StripeConfig = {}): Stripe {
  return new Stripe(SECRET_KEY, {
    host: url.hostname,
    port,
    protocol: 'http',
    timeout: 2000,
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  })
}

/** The price with a lookup key. */
export async function priceOf(stripe: Stripe, lookupKey = 'pro_monthly'): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] })
  return data[0]!
}

export async function openCheckout(
  stripe: Stripe,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: (await priceOf(stripe)).id, quantity: 1 }],
    success_url: 'https://nagare.test/paysuccess?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://nagare.test/pricing',
    ...more,
  })
}

/** A customer with the monthly plan. */
export async function aMember(
  { emulator, stripe }: Site,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const { id } = await openCheckout(stripe, more)
  emulator.control.pay(id, { email: 'hanako@example.com' })
  const session = await stripe.checkout.sessions.retrieve(id)
  return {
    session,
    customer: session.customer as string,
    subscription: session.subscription as string,
  }
}
