import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Account } from '../model/account.ts'
import { ApiError } from '../model/api-error.ts'
import { settle } from '../model/clock.ts'
import { expandObject } from '../model/expand.ts'
import { type Fault, Faults, type When } from './faults.ts'
import { parseForm } from './form.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { match, type Route } from './route.ts'
import { ROUTES } from './routes.ts'

export interface ApiRequest {
  method: string
  /** Path and query. */
  target: string
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  body: string
}

/** A response of the API or a page. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

/** `reset`: the connection breaks without a response. */
export type Outcome = Reply | 'reset'

interface Call {
  id: string
  path: string
  query: string
  request: ApiRequest
  key: string | undefined
}

/** Stripe's API for an account. Knows requests and responses, but no sockets. */
export class Api {
  readonly faults = new Faults()
  /** What a restricted key may, by the first part of the path, such as `webhook_endpoints`; others it may write. */
  rights: Readonly<Record<string, 'none' | 'read'>> = {}
  readonly #account: Account
  readonly #secretKey: string
  readonly #onError: (error: unknown) => void
  readonly #keys = new IdempotencyKeys()

  constructor(account: Account, secretKey: string, onError: (error: unknown) => void) {
    this.#account = account
    this.#secretKey = secretKey
    this.#onError = onError
  }

  async answer(request: ApiRequest): Promise<Outcome> {
    const [path = '', query = ''] = request.target.split('?', 2)
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const call: Call = { id: this.#account.id('req'), path, query, request, key }
    if (await this.#breaksConnection(call, 'before')) return 'reset'
    const answer = await this.#answer(call)
    return (await this.#breaksConnection(call, 'after')) ? 'reset' : answer
  }

  async #stall({ request, path }: Call, when: When): Promise<void> {
    const stall = this.faults.take(request.method, path, ['stall'], when)
    if (stall?.kind === 'stall') await wait(stall.ms)
  }

  /** Applies the matching fault. Returns whether to break the connection. */
  async #breaksConnection(call: Call, when: When): Promise<boolean> {
    await this.#stall(call, when)
    const { request, path } = call
    return this.faults.take(request.method, path, ['reset'], when) !== undefined
  }

  async #answer(call: Call): Promise<Reply> {
    let claimed = false
    try {
      this.#authorise(call.request)
      this.#permit(call)
      const { method, body } = call.request
      const tree = parseForm([call.query, body].filter(Boolean).join('&'))
      if (call.key) {
        const fingerprint = JSON.stringify([method, call.path, tree])
        const saved = this.#keys.claim(call.key, fingerprint, this.#account.now())
        if (saved) return replayed(saved, call)
        claimed = true
      }
      const { route, ids } = findRoute(method, call.path)
      const prepared = route.prepare(tree, ids)
      await this.#stall(call, 'during')
      const answer = this.#failing(call, 'before') ?? this.#perform(call, prepared)
      if (claimed && answer.status !== 429) this.#keys.save(call.key!, answer)
      else if (claimed) this.#keys.forget(call.key!)
      return this.#failing(call, 'after') ?? answer
    } catch (error) {
      if (claimed) this.#keys.forget(call.key!)
      return this.#refusal(call, error)
    }
  }

  #authorise({ headers }: ApiRequest): void {
    const [, key] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    if (!key) throw new ApiError(401, { type: 'invalid_request_error', message: NO_KEY })
    if (key !== this.#secretKey) {
      const shown = `${key.slice(0, 7)}${'*'.repeat(8)}${key.slice(-4)}`
      throw new ApiError(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${shown}`,
      })
    }
    const version = headers['stripe-version']
    if (version && version !== Stripe.API_VERSION) {
      const message = `Invalid Stripe API version: ${version}. This emulator speaks ${Stripe.API_VERSION} alone.`
      throw new ApiError(400, { type: 'invalid_request_error', message })
    }
  }

  /** @throws 403 in Stripe's words */
  #permit({ path, request }: Call): void {
    const [, , resource = ''] = path.split('/')
    const right = this.rights[resource]
    const wanted = request.method === 'GET' ? 'read' : 'write'
    if (!right || right === wanted) return
    const key = `rk_test_${'*'.repeat(20)}`
    const permission = `rak_${resource.replace(/_endpoints$|s$/, '')}_${wanted}`
    throw new ApiError(403, {
      type: 'invalid_request_error',
      message: `The provided key '${key}' does not have the required permissions for this endpoint on account 'acct_emulator'. Having the '${permission}' permission would allow this request to continue.`,
    })
  }

  #perform(call: Call, { expand, answer }: ReturnType<Route['prepare']>): Reply {
    const account = this.#account
    try {
      settle(account)
      account.cause = { id: call.id, idempotencyKey: call.key ?? null }
      return reply(200, expandObject(account, answer(account), expand), call)
    } catch (error) {
      return this.#refusal(call, error)
    } finally {
      account.cause = undefined
    }
  }

  #failing(call: Call, when: 'before' | 'after'): Reply | undefined {
    const fault = this.faults.take(call.request.method, call.path, ['status'], when)
    return fault?.kind === 'status' ? reply(fault.status, { error: faultDetail(fault) }, call) : undefined
  }

  #refusal(call: Call, error: unknown): Reply {
    if (error instanceof ApiError) return reply(error.status, { error: error.detail }, call)
    this.#onError(error)
    return reply(500, { error: { type: 'api_error', message: 'The emulator failed.' } }, call)
  }
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."

function findRoute(method: string, path: string): { route: Route; ids: Record<string, string> } {
  const parts = path.split('/')
  for (const route of ROUTES) {
    const ids = route.method === method && match(route.pattern, parts)
    if (ids) return { route, ids }
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}

function faultDetail({ status }: Fault & { kind: 'status' }) {
  if (status === 429) {
    return {
      type: 'rate_limit_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded.',
    }
  }
  return { type: 'api_error', message: 'An unknown error occurred.' }
}

function reply(status: number, body: object, { id, key }: Call): Reply {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': id,
    'stripe-version': Stripe.API_VERSION,
  }
  if (key) headers['idempotency-key'] = key
  // The saved 500 would only be replayed.
  if (key && status >= 500) headers['stripe-should-retry'] = 'false'
  return { status, headers, body: JSON.stringify(body) }
}

function replayed(saved: Reply, { id }: Call): Reply {
  const original = saved.headers['request-id']!
  const headers = {
    ...saved.headers,
    'request-id': id,
    'original-request': original,
    'idempotent-replayed': 'true',
  }
  return { ...saved, headers }
}
