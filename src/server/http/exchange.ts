import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { publishSignal } from '#server/trace/signals.ts'
import { parseTraceparent, Trace } from '#server/trace/trace.ts'
import type { BufferedResponse } from './cache/buffered-response.ts'
import { isNotModified } from './cache/conditional.ts'
import type { CacheState } from './cache/page-cache.ts'
import { hasUnreadBody, isWaiting, type RestLimits, readRest } from './request-body.ts'

interface ExchangeOptions {
  id: string
  log: Logger
  /** Flat names and values, for every answer. */
  commonHeaders: readonly string[]
  /** The server is shutting down, so the connection must not be used again. */
  draining: boolean
  /** Whether to trust the caller's `traceparent`. */
  trustProxy: boolean
  /** Milliseconds; the log says where the time of slower answers went. */
  slowMs: number
  rest: RestLimits
  /** The client's address as the log shows it. */
  address?: string | undefined
}

/** The path has the search text, and may be spelled in unusual ways. */
const SEARCHED = /^(\/+(?:(?:j|%[46]a)(?:a|%[46]1)\/+)?(?:s|%[57]3)(?:\/|%2f)).+/i

/** An answer with this header, as Astro spells it, has a stricter policy. Of two, browsers take the last. */
const REFERRER_POLICY = 'referrer-policy'
/** An answer with this header may be framed, so it gets neither the common policy nor X-Frame-Options. */
const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** One request and its answer: writes it once, and logs it. */
export class Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly id: string
  readonly method: string
  /** How the page cache answered, for the log. */
  cache: CacheState | undefined
  /** The pattern of the route, for metrics: one of few, so never a visitor's own text. */
  route = 'other'
  /** Whether the client sets the pace, so that the duration says nothing about us. */
  pacedByClient = false
  readonly #options: ExchangeOptions
  readonly #started = performance.now()
  #trace: Trace | undefined

  constructor(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions) {
    this.req = req
    this.res = res
    this.id = options.id
    this.method = req.method ?? 'GET'
    this.#options = options
  }

  /** Made on first use: a cached page needs none. */
  get trace(): Trace {
    this.#trace ??= new Trace(this.#caller())
    return this.#trace
  }

  get isHead(): boolean {
    return this.method === 'HEAD'
  }

  /** Answers at once; `headers` are flat names and values and hold the length. */
  send(status: number, headers: readonly string[], body?: Buffer | string): void {
    if (this.res.headersSent || this.res.destroyed) return
    this.#writeHead(status, headers)
    const sent = this.isHead ? undefined : body
    if (hasUnreadBody(this.req)) void this.#endLater(sent)
    else this.res.end(sent)
    this.#signal(status)
    this.#log(status, sent === undefined ? 0 : Buffer.byteLength(sent))
  }

  /** Sends a response, or 304 if the client has it. @param headers more flat names and values */
  sendBuffered(
    { status, etag, headers: own, body }: BufferedResponse,
    headers: readonly string[] = [],
  ): void {
    if (etag && status === 200 && isNotModified(this.req.headers, { etag }))
      this.send(304, [...headers, ...withoutBody(own)])
    else this.send(status, [...own, ...headers], body)
  }

  /** The client has the whole answer at once; ending it may close the connection. */
  async #endLater(sent: Buffer | string | undefined): Promise<void> {
    this.res.flushHeaders()
    if (sent !== undefined) this.res.write(sent)
    if (await readRest(this.req, this.#options.rest)) this.res.end()
  }

  /** Begins an answer that is written piece by piece; its log line follows when it is over. */
  start(status: number, headers: readonly string[]): void {
    this.#writeHead(status, headers)
    this.pacedByClient = true
    this.#signal(status)
    const before = this.req.socket.bytesWritten
    this.res.once('close', () =>
      this.#log(status, this.req.socket.bytesWritten - before, !this.res.writableFinished),
    )
  }

  #writeHead(status: number, headers: readonly string[]): void {
    let common = this.#options.commonHeaders
    if (headers.includes(REFERRER_POLICY)) common = without(common, 'Referrer-Policy')
    if (headers.includes(RESOURCE_POLICY))
      common = without(without(common, 'Cross-Origin-Resource-Policy'), 'X-Frame-Options')
    const all = [...headers, ...common, 'X-Request-Id', this.id]
    // Without being asked for it, the client may send the body or leave it out: what follows would be ambiguous.
    if (this.#options.draining || isWaiting(this.req)) all.push('Connection', 'close')
    this.res.writeHead(status, all)
  }

  /** Streams are counted when they begin. */
  #signal(status: number): void {
    const { route, cache } = this
    publishSignal('request', () => ({ route, status, cache, seconds: this.#elapsed() / 1000 }))
  }

  #elapsed(): number {
    return performance.now() - this.#started
  }

  #caller() {
    const { traceparent } = this.req.headers
    if (!this.#options.trustProxy || typeof traceparent !== 'string') return undefined
    return parseTraceparent(traceparent)
  }

  #log(status: number, bytes: number, aborted = false): void {
    const { log, slowMs, address } = this.#options
    const ms = this.#elapsed()
    const isSlow = ms >= slowMs && !this.pacedByClient
    const trace = this.#trace?.id ?? this.#caller()?.id
    // Without the query, which may hold a token.
    const path = (this.req.url ?? '').split('?', 1)[0]?.slice(0, 500).replace(SEARCHED, '$1…')
    const line = {
      id: this.id,
      method: this.method,
      path,
      status,
      ms: rounded(ms),
      bytes,
      ...(address && { address }),
      ...(trace && { trace }),
      ...(this.cache && { cache: this.cache }),
      ...(aborted && { aborted }),
      ...(isSlow && whereTimeWent(this.trace)),
    }
    if (isSlow) log.warn(line, 'slow request')
    else if (path === '/healthz' || path === '/readyz') log.debug(line, 'request')
    else log.info(line, 'request')
  }
}

function whereTimeWent({ time, queries }: Trace) {
  const parts = Object.entries(time).map(([part, ms]) => [part, rounded(ms)])
  return { spent: Object.fromEntries(parts), queries }
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

function without(headers: readonly string[], name: string): readonly string[] {
  const at = headers.indexOf(name)
  return at < 0 ? headers : headers.toSpliced(at, 2)
}

const OF_BODY = new Set(['Content-Type', 'Content-Encoding', 'Content-Length'])

/** A 304 repeats the headers that caches need, but not those of the body. */
function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_, index) => !OF_BODY.has(headers[index - (index % 2)]!))
}
