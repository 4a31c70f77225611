import type { Facts, Finding, HealthCheckName } from '#contract/studio/operation/health.ts'
import type { Stock } from '#server/billing/prices/refresh-prices.ts'
import type { Deps } from '#server/deps.ts'
import type { Probe } from './probe.ts'

export interface Found {
  finding: Finding
  facts?: Facts
}

/** What all checks of a run share. */
export interface Look {
  deps: Deps
  /** The machine's clock; the one of deps is the database's. */
  machine: () => Date
  /** One question to the public address, and one to Stripe, for all checks that want its answer. */
  probe(): Promise<Probe>
  prices(): Promise<Stock>
}

export interface HealthCheck {
  name: HealthCheckName
  /** A check before it in the list, without which it would only repeat that failure. */
  needs?: HealthCheckName
  /** Whatever it throws is a failure of this check alone. */
  run(look: Look): Promise<Found>
}

export const found = (finding: Finding, facts?: Facts): Found => ({ finding, ...(facts && { facts }) })
