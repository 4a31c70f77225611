import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

interface ExchangeOptions {
  id: string
  log: Logger
  /** Flat names and values that every answer carries. */
  commonHeaders: readonly string[]
  /** Whether the server is on its way out, so that the connection must not be used again. */
  draining: boolean
}

/** In an answer that has a stricter one, as Astro spells it. Of two, browsers would take the last. */
const OWN_POLICY = 'referrer-policy'
/** In an answer that other sites may show: neither this header as it is elsewhere nor the ban on frames is sent. */
const OWN_SHARING = 'cross-origin-resource-policy'

/** One request and its answer: writes it, once, and its line in the access log. */
export class Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly id: string
  readonly method: string
  /** For the log, without the query, which may hold a token. */
  path: string
  /** How the page cache answered. */
  cache: string | undefined
  readonly #options: ExchangeOptions
  readonly #started = performance.now()

  constructor(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions) {
    this.req = req
    this.res = res
    this.id = options.id
    this.method = req.method ?? 'GET'
    this.path = (req.url ?? '').split('?', 1)[0]?.slice(0, 500) ?? ''
    this.#options = options
  }

  get isHead(): boolean {
    return this.method === 'HEAD'
  }

  /** Answers with finished bytes; `headers` are flat names and values and hold the length. */
  send(status: number, headers: readonly string[], body?: Buffer | string): void {
    if (this.res.headersSent || this.res.destroyed) return
    this.#writeHead(status, headers)
    if (body === undefined || this.isHead) this.res.end()
    else this.res.end(body)
    this.#log(status, body === undefined || this.isHead ? 0 : Buffer.byteLength(body))
  }

  /** Begins an answer that is written piece by piece; its log line follows when the connection is done with it. */
  start(status: number, headers: readonly string[]): void {
    this.#writeHead(status, headers)
    const before = this.req.socket.bytesWritten
    this.res.once('close', () =>
      this.#log(status, this.req.socket.bytesWritten - before, !this.res.writableFinished),
    )
  }

  #writeHead(status: number, headers: readonly string[]): void {
    let common = this.#options.commonHeaders
    if (headers.includes(OWN_POLICY)) common = without(common, 'Referrer-Policy')
    if (headers.includes(OWN_SHARING))
      common = without(without(common, 'Cross-Origin-Resource-Policy'), 'X-Frame-Options')
    const all = [...headers, ...common, 'X-Request-Id', this.id]
    if (this.#options.draining) all.push('Connection', 'close')
    this.res.writeHead(status, all)
  }

  #log(status: number, bytes: number, aborted = false): void {
    const { log } = this.#options
    const line = {
      id: this.id,
      method: this.method,
      path: this.path,
      status,
      ms: Math.round((performance.now() - this.#started) * 10) / 10,
      bytes,
      ...(this.cache && { cache: this.cache }),
      ...(aborted && { aborted }),
    }
    if (this.path === '/healthz' || this.path === '/readyz') log.debug(line, 'request')
    else log.info(line, 'request')
  }
}

function without(headers: readonly string[], name: string): readonly string[] {
  const at = headers.indexOf(name)
  return at < 0 ? headers : headers.toSpliced(at, 2)
}
