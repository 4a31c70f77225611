import { Control } from './control.ts'
import { Api } from './http/api.ts'
import { type WebhookOptions, Webhooks } from './http/webhooks.ts'
import { Account, type AccountOptions } from './model/account.ts'
import { createCatalogue } from './model/catalogue.ts'
import { CONFIGURED, storeEndpoint } from './model/webhook-endpoints.ts'

export interface EmulatorOptions extends AccountOptions {
  /** The only key that the API accepts, such as `sk_test_…`. */
  secretKey: string
  webhook?: WebhookOptions['endpoint']
  send?: WebhookOptions['send']
  retryAfterMs?: WebhookOptions['retryAfterMs']
  /** Product name on pages and invoices. */
  productName?: string
  onError?: (error: unknown) => void
}

export interface EmulatorCore {
  account: Account
  api: Api
  webhooks: Webhooks
  control: Control
}

/** A Stripe account with its API, in memory; opens no socket. */
export function createStripeEmulator(options: EmulatorOptions): EmulatorCore {
  const { secretKey, webhook, send, retryAfterMs, productName = 'Pro' } = options
  const { onError = (error) => console.error(error) } = options
  const account = new Account(options)
  if (account.state.prices.size === 0) createCatalogue(account, productName)
  if (webhook) {
    const { url, shownUrl = url, secret: signing } = webhook
    storeEndpoint(account, { id: CONFIGURED, url: shownUrl, secret: signing, enabled_events: ['*'] })
  }
  const api = new Api(account, secretKey, onError)
  const webhooks = new Webhooks(account, { endpoint: webhook, send, retryAfterMs })
  return { account, api, webhooks, control: new Control({ account, api, webhooks }) }
}
