import { EventEmitter } from 'node:events'
import type { Kysely, KyselyPlugin } from 'kysely'
import Stripe from 'stripe'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import { openPayments } from '#server/billing/payments.ts'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'
import type { Api } from '../../../tools/stripe-emulator/http/api.ts'
import { inProcessClient } from '../../../tools/stripe-emulator/in-process-client.ts'
import { watchedLogger } from '../leaks/watched-log.ts'
import { STRIPE } from './shop.ts'

const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' }))
const log = watchedLogger()
const secrets = sealedSecrets(['k'.repeat(43)])

/** A shop process that can be killed between any two queries and calls. */
export interface MortalShop {
  deps: BillingDeps & Pick<Deps, 'secrets'>
  /** Dies at the given query or call, counted from now. */
  dieAfter(steps: number): void
  /** Resolves when it has died. */
  death: Promise<void>
  isDead(): boolean
}

interface Surroundings {
  db: Kysely<Database>
  api: Api
  now: () => Date
}

/** Memory is lost when it dies; the database and Stripe stay. */
export function mortalShop({ db, api, now }: Surroundings): MortalShop {
  const life = new Life()
  const stripe = new Stripe(STRIPE.secretKey, {
    httpClient: new MortalClient(api, life),
    telemetry: false,
    maxNetworkRetries: 1,
  })
  // Retries at once, where the library waits for half a second.
  Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0 })
  const payments = openPayments(
    { mode: 'test', ...STRIPE, automaticTax: false, adaptivePricing: false },
    async () => stripe,
  )
  return {
    deps: {
      db: db.withPlugin(mortalQueries(life)),
      payments,
      events: new EventEmitter(),
      now,
      site,
      log,
      secrets,
    },
    dieAfter: (steps) => life.dieAfter(steps),
    death: life.death,
    isDead: () => life.isOver(),
  }
}

class Life {
  readonly death: Promise<void>
  #left = Number.POSITIVE_INFINITY
  #over = false
  readonly #die: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.death = promise
    this.#die = resolve
  }

  dieAfter(steps: number): void {
    this.#left = steps
  }

  isOver(): boolean {
    return this.#over
  }

  /** False once dead. */
  goesOn(): boolean {
    if (!this.#over && this.#left-- > 0) return true
    this.#over = true
    this.#die()
    return false
  }
}

/** Rolls its transaction back, as the database does when a client is gone. */
function mortalQueries(life: Life): KyselyPlugin {
  const check = () => {
    if (!life.goesOn()) throw new Error('the process was killed')
  }
  return {
    transformQuery({ node }) {
      check()
      return node
    },
    async transformResult({ result }) {
      check()
      return result
    },
  }
}

/** Calls pending at death never resolve. */
class MortalClient extends Stripe.HttpClient {
  readonly #client: Stripe.HttpClient
  readonly #life: Life

  constructor(api: Api, life: Life) {
    super()
    this.#client = inProcessClient(api)
    this.#life = life
  }

  override getClientName(): string {
    return 'mortal'
  }

  override async makeRequest(...request: Parameters<Stripe.HttpClient['makeRequest']>) {
    if (!this.#life.goesOn()) return new Promise<never>(() => {})
    const answer = this.#client.makeRequest(...request)
    await answer.catch(() => {})
    return this.#life.goesOn() ? answer : new Promise<never>(() => {})
  }
}
