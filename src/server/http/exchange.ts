import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { CacheState } from './cache/page-cache.ts'

interface ExchangeOptions {
  id: string
  log: Logger
  /** Flat names and values, for every answer. */
  commonHeaders: readonly string[]
  /** The server is shutting down, so the connection must not be used again. */
  draining: boolean
}

/** An answer with this header, as Astro spells it, has a stricter policy. Of two, browsers take the last. */
const REFERRER_POLICY = 'referrer-policy'
/** An answer with this header may be framed, so it gets neither the common policy nor X-Frame-Options. */
const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** One request and its answer: writes it, once, and its line in the access log. */
export class Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly id: string
  readonly method: string
  /** How the page cache answered, for the log. */
  cache: CacheState | undefined
  readonly #options: ExchangeOptions
  readonly #started = performance.now()

  constructor(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions) {
    this.req = req
    this.res = res
    this.id = options.id
    this.method = req.method ?? 'GET'
    this.#options = options
  }

  get isHead(): boolean {
    return this.method === 'HEAD'
  }

  /** Answers at once; `headers` are flat names and values and hold the length. */
  send(status: number, headers: readonly string[], body?: Buffer | string): void {
    if (this.res.headersSent || this.res.destroyed) return
    this.#writeHead(status, headers)
    const sent = this.isHead ? undefined : body
    this.res.end(sent)
    this.#log(status, sent === undefined ? 0 : Buffer.byteLength(sent))
  }

  /** Begins an answer that is written piece by piece; its log line follows when it is over. */
  start(status: number, headers: readonly string[]): void {
    this.#writeHead(status, headers)
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
    if (this.#options.draining) all.push('Connection', 'close')
    this.res.writeHead(status, all)
  }

  #log(status: number, bytes: number, aborted = false): void {
    const { log } = this.#options
    // Without the query, which may hold a token.
    const path = (this.req.url ?? '').split('?', 1)[0]?.slice(0, 500)
    const line = {
      id: this.id,
      method: this.method,
      path,
      status,
      ms: Math.round((performance.now() - this.#started) * 10) / 10,
      bytes,
      ...(this.cache && { cache: this.cache }),
      ...(aborted && { aborted }),
    }
    if (path === '/healthz' || path === '/readyz') log.debug(line, 'request')
    else log.info(line, 'request')
  }
}

function without(headers: readonly string[], name: string): readonly string[] {
  const at = headers.indexOf(name)
  return at < 0 ? headers : headers.toSpliced(at, 2)
}
