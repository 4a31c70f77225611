import Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, invalidRequest } from './api-error.ts'
import type { WebhookEndpoint } from './state.ts'

/** The endpoint of the emulator's own settings. */
export const CONFIGURED = 'we_configured'
/** Stripe's limit for an account. */
const MOST = 16

interface Fields {
  url?: string
  enabled_events?: string[]
  disabled?: boolean
}

export function storeEndpoint(
  account: Account,
  { id, url, secret, enabled_events }: { id: string; url: string; secret: string; enabled_events: string[] },
): WebhookEndpoint {
  const endpoint = {
    ...{ id, object: 'webhook_endpoint', api_version: Stripe.API_VERSION, application: null },
    ...{ created: account.now(), description: null, enabled_events, livemode: false, metadata: {} },
    ...{ secret, status: 'enabled', url },
  } satisfies Stripe.WebhookEndpoint
  account.state.webhookEndpoints.set(id, endpoint)
  return endpoint
}

/** The only answer with the secret. @throws 400 for a wrong event or too many endpoints */
export function createEndpoint(
  account: Account,
  { url, enabled_events }: { url: string; enabled_events: string[] },
): WebhookEndpoint {
  checkEvents(enabled_events)
  if (account.state.webhookEndpoints.size >= MOST)
    throw invalidRequest(`You have reached the maximum of ${MOST} test webhook endpoints.`)
  const id = account.id('we')
  return storeEndpoint(account, { id, url, secret: account.id('whsec'), enabled_events })
}

export function updateEndpoint(account: Account, id: string, { disabled, ...fields }: Fields) {
  const before = find(account.state.webhookEndpoints, id, 'webhook endpoint')
  checkEvents(fields.enabled_events ?? [])
  const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled'
  return withoutSecret(account.change(account.state.webhookEndpoints, before, { ...fields, status }))
}

export function deleteEndpoint(account: Account, id: string): Stripe.DeletedWebhookEndpoint {
  find(account.state.webhookEndpoints, id, 'webhook endpoint')
  account.state.webhookEndpoints.delete(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

export function withoutSecret({ secret: _, ...endpoint }: WebhookEndpoint): Stripe.WebhookEndpoint {
  return endpoint
}

function checkEvents(events: readonly string[]): void {
  for (const [at, event] of events.entries())
    if (event !== '*' && !/^[a-z_]+(?:\.[a-z_]+)+$/.test(event))
      throw invalidRequest(`Invalid enabled_events[${at}]: must be one of …`, {
        param: `enabled_events[${at}]`,
      })
}
