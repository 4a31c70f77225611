import type { SetupStep } from '#contract/shop/setup.ts'
import type { Instant } from './column-types.ts'

export interface SetupTables {
  /** Codes that open `/setup`; none once one is used. */
  setup_codes: {
    id: number
    hash: string
    tries_left: number
    expires_at: Instant
  }

  /** What a new shop was not yet given; a shop from before has no rows. */
  setup_steps: { step: SetupStep }

  /** Objects that we made at Stripe, which its answers do not tell apart from others. */
  stripe_setup: {
    /** What it is, and the key's mode: `webhook test`. */
    name: string
    stripe_id: string
    /** The webhook's signing secret, encrypted; empty for others. */
    sealed: string
  }
}
