import type { Api } from './http/api.ts'
import type { Fault } from './http/faults.ts'
import type { WebhookFault } from './http/webhook-faults.ts'
import type { Delivery, WebhookEndpoint, Webhooks } from './http/webhooks.ts'
import type { Account } from './model/account.ts'
import { advance } from './model/clock.ts'
import { type Buyer, payCheckout } from './model/pay-checkout.ts'
import type { TestCardName } from './model/payment-methods.ts'
import { changeCard } from './model/portal.ts'
import { emptyState } from './model/state.ts'
import { type Truth, truth } from './model/truth.ts'

interface Parts {
  account: Account
  api: Api
  webhooks: Webhooks
  restock: () => void
}

/** What tests and the demo do to the emulator behind the API's back; `/_emu` offers the same over HTTP. */
export class Control {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Makes the next calls of the API fail. */
  fail(fault: Fault): void {
    this.#parts.api.faults.add(fault)
  }

  /** Makes the next deliveries go wrong. */
  disturbWebhooks(fault: WebhookFault): void {
    this.#parts.webhooks.faults.add(fault)
  }

  clearFaults(): void {
    this.#parts.api.faults.clear()
    this.#parts.webhooks.faults.clear()
  }

  /** Moves the account's clock forward by so many seconds; what falls due happens before this returns. */
  advance(seconds: number): void {
    advance(this.#parts.account, seconds)
  }

  /** Presses the pay button of a hosted page. @throws 402 where the card is declined */
  pay(session: string, buyer: Partial<Buyer> = {}): void {
    payCheckout(this.#parts.account, session, { card: 'pays', ...buyer })
  }

  /** Changes the customer's card, as on the portal. */
  changeCard(customer: string, card: TestCardName): void {
    changeCard(this.#parts.account, customer, card)
  }

  setWebhook(endpoint: WebhookEndpoint | undefined): void {
    this.#parts.webhooks.endpoint = endpoint
  }

  deliveries(): Delivery[] {
    return this.#parts.webhooks.list()
  }

  redeliver(event: string): void {
    this.#parts.webhooks.redeliver(event)
  }

  truth(): Truth {
    return truth(this.#parts.account)
  }

  /** Back to an account that holds nothing but its prices; ids are not given out again. */
  reset(): void {
    const { account, api, webhooks, restock } = this.#parts
    const { salt, sequence } = account.state
    webhooks.reset()
    api.reset()
    account.state = { ...emptyState(salt), sequence }
    restock()
  }
}
