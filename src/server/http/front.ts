import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { withoutLocale } from '#domain/address/locale-path.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '../deps.ts'
import type { Pages } from './cache/pages.ts'
import { publicAddress } from './cache/public-answers.ts'
import { clientAddress } from './client-address.ts'
import { isCrossSiteWrite } from './cross-site.ts'
import { codeOf, ERROR_STATUS } from './endpoint/error-status.ts'
import { readBody } from './endpoint/read-body.ts'
import { Exchange } from './exchange.ts'
import { Health } from './health.ts'
import { bodyLimit, type Limits } from './limits.ts'
import type { MediaFiles } from './media/media.ts'
import { refuse, refuseStatus } from './refuse.ts'
import { refuseBody } from './refuse-body.ts'
import { newRequestId, requestIdFrom } from './request-id.ts'
import { parseTarget, type Target } from './request-target.ts'
import { securityHeaders } from './security-headers.ts'
import type { StaticFiles } from './static/static-files.ts'

interface FrontParts {
  config: Config
  deps: Deps
  limits: Limits
  pages: Pages
  media: MediaFiles
  /** The built files; in development Vite serves them. */
  files?: StaticFiles | undefined
  /** Whether the server is on its way out. */
  draining: () => boolean
}

const READS = ['GET', 'HEAD']
/** Not addresses of their own. Neither are those that begin with an underscore: the framework keeps them for itself. */
const ERROR_PAGES = ['/404', '/500']
const API_METHODS = [...READS, 'POST', 'PUT', 'PATCH', 'DELETE']

/** Every request's way: limits, then finished bytes, media and built files, and only then Astro. */
export class Front {
  readonly #parts: FrontParts
  readonly #health: Health
  readonly #commonHeaders: readonly string[]
  readonly #accessLog: Logger

  constructor(parts: FrontParts) {
    this.#parts = parts
    this.#health = new Health(parts.deps)
    this.#commonHeaders = securityHeaders(parts.config.site)
    // A line of the access log holds no header, query or body. Looking for secrets in it would double what a page costs.
    this.#accessLog = parts.deps.log.child({}, { redact: [] })
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    const { config, draining } = this.#parts
    const id = (config.trustProxy && requestIdFrom(req.headers['x-request-id'])) || newRequestId()
    const options = { id, log: this.#accessLog, commonHeaders: this.#commonHeaders, draining: draining() }
    const exchange = new Exchange(req, res, options)
    try {
      this.#route(exchange)?.catch((error: unknown) => this.#fail(exchange, error))
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    const code = codeOf(error)
    if (ERROR_STATUS[code] >= 500)
      this.#parts.deps.log.error({ err: error, id: exchange.id }, 'request failed')
    if (exchange.res.headersSent) exchange.res.destroy()
    else refuse(exchange, code)
  }

  /** Answers at once, or gives a promise of having answered. */
  #route(exchange: Exchange): Promise<void> | void {
    const { pages, media, files, limits } = this.#parts
    const target = parseTarget(exchange.req.url ?? '', limits.url)
    if (typeof target === 'number') return this.#malformed(exchange, target)
    const { path } = target
    if (path.startsWith('/api/')) return this.#api(exchange, target)
    if (!READS.includes(exchange.method))
      return refuse(exchange, 'methodNotAllowed', ['Allow', READS.join(', ')])
    if (path === '/healthz') return this.#health.live(exchange)
    if (path === '/readyz') return this.#health.ready(exchange, this.#parts.draining())
    if (path.startsWith('/media/')) return media.send(exchange, target)
    const kept = pages.sendKept(exchange, target)
    if (kept) return kept
    if (files?.has(path)) return files.send(exchange, path)
    return this.#page(exchange, target)
  }

  /** A mistyped address is a page for people, with a way on, and a plain status for programs. */
  #malformed(exchange: Exchange, status: number): Promise<void> | void {
    const { url = '', headers } = exchange.req
    const forPeople = READS.includes(exchange.method) && headers.accept?.includes('text/html')
    if (!forPeople || /^\/(api|media)\//.test(url)) return refuseStatus(exchange, status)
    return this.#parts.pages.sendNotFound(exchange, url)
  }

  #page(exchange: Exchange, { path, query }: Target): Promise<void> | void {
    if (path.endsWith('/') && path !== '/')
      return exchange.send(308, ['Location', path.slice(0, -1) + query, 'Content-Length', '0'])
    if (path.startsWith('/_') || ERROR_PAGES.includes(withoutLocale(path)))
      return this.#parts.pages.sendNotFound(exchange, path)
    return this.#parts.pages.sendPublic(exchange, publicAddress(path, query) ?? path)
  }

  #api(exchange: Exchange, target: Target): Promise<void> | void {
    const { config, pages } = this.#parts
    const { req, method } = exchange
    if (!API_METHODS.includes(method))
      return refuse(exchange, 'methodNotAllowed', ['Allow', API_METHODS.join(', ')])
    if (isCrossSiteWrite(method, req.headers, config.site.url.origin)) return refuse(exchange, 'crossSite')
    if (!READS.includes(method)) return this.#private(exchange, target)
    const kept = pages.sendKept(exchange, target)
    if (kept) return kept
    const address = publicAddress(target.path, target.query)
    return address ? pages.sendPublic(exchange, address) : this.#private(exchange, target)
  }

  async #private(exchange: Exchange, { path, query }: Target): Promise<void> {
    const { config, limits, pages } = this.#parts
    const { req, method } = exchange
    const body = READS.includes(method) ? undefined : await readBody(req, bodyLimit(path, limits))
    if (body === 'aborted') return
    if (body === 'tooLarge') return refuseBody(exchange)
    await pages.sendPrivate(exchange, {
      // The front leaves the body of a HEAD out itself.
      method: method === 'HEAD' ? 'GET' : method,
      url: path + query,
      headers: req.headers,
      body,
      remoteAddress: clientAddress(req, config.trustProxy),
    })
  }
}
