import type { Api } from './http/api.ts'
import type { Fault } from './http/faults.ts'
import type { WebhookEndpoint, WebhookFault, Webhooks } from './http/webhooks.ts'
import type { Account } from './model/account.ts'
import { advance } from './model/clock.ts'
import { type Buyer, payCheckout } from './model/pay-checkout.ts'
import type { TestCardName } from './model/payment-methods.ts'
import { changeCard } from './model/portal.ts'
import { type Truth, truth } from './model/truth.ts'

interface Parts {
  account: Account
  api: Api
  webhooks: Webhooks
}

/** Controls for tests and the demo, outside Stripe's API. `/_emu` offers most of them over HTTP. */
export class Control {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Makes the next API calls fail. */
  fail(fault: Fault): void {
    this.#parts.api.faults.add(fault)
  }

  /** Makes the next webhook deliveries fail. */
  disturbWebhooks(fault: WebhookFault): void {
    this.#parts.webhooks.disturb(fault)
  }

  clearFaults(): void {
    this.#parts.api.faults.clear()
    this.#parts.webhooks.clearFaults()
  }

  /** Moves the account's clock forward and runs everything that falls due. */
  advance(seconds: number): void {
    advance(this.#parts.account, seconds)
  }

  /** Pays a hosted checkout. @throws 402 if the card is declined */
  pay(session: string, buyer: Partial<Buyer> = {}): void {
    payCheckout(this.#parts.account, session, { card: 'pays', ...buyer })
  }

  /** Changes the customer's card, as in the portal. */
  changeCard(customer: string, card: TestCardName): void {
    changeCard(this.#parts.account, customer, card)
  }

  /** The key is a restricted one. */
  restrict(rights: Api['rights']): void {
    this.#parts.api.rights = rights
  }

  setWebhook(endpoint: WebhookEndpoint | undefined): void {
    this.#parts.webhooks.endpoint = endpoint
  }

  truth(): Truth {
    return truth(this.#parts.account)
  }
}
