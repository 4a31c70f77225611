import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { find } from './api-error.ts'
import { mergeMetadata } from './metadata.ts'
import type { PortalConfiguration } from './state.ts'

interface Switch {
  enabled: boolean
}
export interface PortalFields {
  features?: { invoice_history?: Switch; payment_method_update?: Switch }
  metadata?: Record<string, string> | null
}

const OFF = { enabled: false }

/** Those of the API are never the default, which the dashboard saves. */
export function createConfiguration(account: Account, { features = {}, metadata }: PortalFields) {
  const id = account.id('bpc')
  const configuration = {
    ...{ id, object: 'billing_portal.configuration', active: true, application: null },
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    ...{ created: account.now(), updated: account.now(), default_return_url: null, name: null },
    features: featuresOf(features),
    ...{ is_default: false, livemode: false, login_page: { enabled: false, url: null } },
    metadata: mergeMetadata({}, metadata),
  } satisfies Stripe.BillingPortal.Configuration
  account.state.portalConfigurations.set(id, configuration)
  return configuration
}

export function updateConfiguration(account: Account, id: string, { features, metadata }: PortalFields) {
  const before = find(account.state.portalConfigurations, id, 'configuration')
  const after: Partial<PortalConfiguration> = { updated: account.now() }
  if (features) after.features = { ...before.features, ...features } as PortalConfiguration['features']
  if (metadata !== undefined) after.metadata = mergeMetadata(before.metadata ?? {}, metadata)
  return account.change(account.state.portalConfigurations, before, after)
}

function featuresOf({
  invoice_history = OFF,
  payment_method_update = OFF,
}: NonNullable<PortalFields['features']>) {
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history,
    payment_method_update: { ...payment_method_update, payment_method_configuration: null },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      ...{ enabled: false, mode: 'at_period_end', proration_behavior: 'none' },
    },
    subscription_update: {
      ...{ billing_cycle_anchor: null, default_allowed_updates: [], enabled: false },
      ...{ proration_behavior: 'none', schedule_at_period_end: { conditions: [] } },
      trial_update_behavior: 'end_trial',
    },
  } satisfies Stripe.BillingPortal.Configuration.Features
}
