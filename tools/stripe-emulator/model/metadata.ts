import type Stripe from 'stripe'

/** Stripe's rule: named keys are set, an empty value removes its key, null removes all. */
export function mergeMetadata(
  before: Stripe.Metadata,
  change: Record<string, string> | null | undefined,
): Stripe.Metadata {
  if (change === null) return {}
  if (change === undefined) return before
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}
