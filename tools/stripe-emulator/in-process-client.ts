import Stripe from 'stripe'
import type { Api, Reply } from './http/api.ts'

/**
 * Connects the Stripe library to an emulator without sockets, fast enough for thousands of schedules: `new
 * Stripe(key, { httpClient: inProcessClient(core.api) })`. Faults break connections and time out as over a network.
 */
export function inProcessClient(api: Api): Stripe.HttpClient {
  return new InProcessClient(api)
}

class InProcessClient extends Stripe.HttpClient {
  readonly #api: Api

  constructor(api: Api) {
    super()
    this.#api = api
  }

  override getClientName(): string {
    return 'in-process'
  }

  override async makeRequest(
    ...[, , path, method, headers, body, , timeout]: Parameters<Stripe.HttpClient['makeRequest']>
  ): Promise<Stripe.HttpClientResponse> {
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    const request = { method, target: path, headers: Object.fromEntries(named), body: body ?? '' }
    const outcome = await beforeTimeout(this.#api.answer(request), timeout)
    if (outcome === 'reset') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    return new InProcessResponse(outcome)
  }
}

async function beforeTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Stripe.HttpClient.makeTimeoutError()), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

class InProcessResponse extends Stripe.HttpClientResponse {
  readonly #answer: Reply

  constructor(answer: Reply) {
    super(answer.status, answer.headers)
    this.#answer = answer
  }

  override getRawResponse(): unknown {
    return { headers: this.#answer.headers }
  }

  override async toJSON(): Promise<unknown> {
    return JSON.parse(this.#answer.body)
  }
}
