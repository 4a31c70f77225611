import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Call } from '#contract/call.ts'
import { setUpShop } from '#contract/shop/setup-calls.ts'
import { AGENTS, SETUP, withoutLocale } from '#domain/address/locale-path.ts'
import { isThisMachine } from '#domain/address/this-machine.ts'
import { shownPath } from '#domain/shop/languages.ts'
import { keyInAddress, revokeLeakedKey } from '#server/accounts/keys/api-keys.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { SetupGate } from '#server/setup/setup-gate.ts'
import { PREVIEW_COOKIE, previewedSite } from '#server/shop/preview.ts'
import type { ErrorPage, Pages } from './cache/pages.ts'
import { isApi, publicAddress } from './cache/public-address.ts'
import { callOf, callsAt } from './call-at.ts'
import { addressBlock, clientAddress, loggedAddress, requestId } from './client-address.ts'
import { isCrossSiteWrite } from './cross-site.ts'
import { carriesKey } from './endpoint/bearer.ts'
import { codeOf, ERROR_STATUS } from './endpoint/error-status.ts'
import { Exchange } from './exchange.ts'
import { Health } from './health.ts'
import { bodyLimit, type Limits } from './limits.ts'
import type { MediaFiles } from './media/media-files.ts'
import { refuse, refuseStatus } from './refuse.ts'
import { readBody } from './request-body.ts'
import { parseTarget, type Target } from './request-target.ts'
import { securityHeaders } from './security-headers.ts'
import { sendSettingUp } from './setting-up.ts'
import type { StaticFiles } from './static/static-files.ts'
import type { EventStream } from './studio/event-stream.ts'
import type { UploadRequests } from './studio/upload-requests.ts'

interface FrontParts {
  config: Config
  deps: Deps
  limits: Limits
  pages: Pages
  media: MediaFiles
  uploads: UploadRequests
  events: EventStream
  /** The built files; in development Vite serves them. */
  files?: StaticFiles | undefined
  /** Of a shop that had no admin at the start. */
  setup?: SetupGate | undefined
  /** Whether the server is shutting down. */
  draining: () => boolean
}

const READS = ['GET', 'HEAD']
const API_METHODS = [...READS, 'POST', 'PUT', 'PATCH', 'DELETE']
/** The shop may show the other language again. */
const NOT_FOR_EVER = ['Cache-Control', 'no-cache', 'Content-Length', '0']
/** No addresses of their own. */
const ERROR_PAGES = ['/404', '/429', '/500']
const SETUP_PAGE = new RegExp(`^(?:/ja)?${SETUP}$`)
const SET_PAGE = /^(?:\/ja)?\/(?:promo|curated)\//
const SEARCH_PAGE = /^(?:\/ja)?\/(?:s|look)\//

/** Milliseconds that an answer waits to hear how many names its visitor has guessed. */
const COUNTED_MS = 500

/** Routes every request, the cheapest answers first: cached pages, media, built files, and only then Astro. */
export class Front {
  readonly #parts: FrontParts
  readonly #health: Health
  readonly #commonHeaders: readonly string[]
  readonly #accessLog: Logger

  constructor(parts: FrontParts) {
    this.#parts = parts
    this.#health = new Health(parts.deps, parts.config.trustProxy)
    this.#commonHeaders = securityHeaders(parts.config.site)
    // Without redaction, which would double what a cached page costs: access lines hold no header, query or body.
    this.#accessLog = parts.deps.log.child({}, { redact: [] })
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    const { config, limits, draining } = this.#parts
    const exchange = new Exchange(req, res, {
      id: requestId(req, config.trustProxy),
      log: this.#accessLog,
      commonHeaders: this.#commonHeaders,
      draining: draining(),
      trustProxy: config.trustProxy,
      slowMs: config.slowRequestMs,
      rest: limits,
      address: loggedAddress(req, config),
    })
    try {
      this.#route(exchange)?.catch((error: unknown) => this.#fail(exchange, error))
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  /** Answers at once, or returns a promise of the answer. */
  #route(exchange: Exchange): Promise<void> | void {
    const { limits } = this.#parts
    if (hasTwoHosts(exchange.req)) return refuseStatus(exchange, 400)
    const leaked = keyInAddress(exchange.req.url ?? '')
    if (leaked) return this.#refuseKey(exchange, leaked)
    const target = parseTarget(exchange.req.url ?? '', limits.url)
    if (typeof target === 'number') return this.#malformed(exchange, target)
    const { setup } = this.#parts
    return setup && !setup.isOver ? this.#whileSetUp(exchange, target, setup) : this.#asked(exchange, target)
  }

  /** A shop without an admin answers health checks, its setup, and what that loads. */
  async #whileSetUp(exchange: Exchange, target: Target, setup: SetupGate): Promise<void> {
    const { path } = target
    const isOwn = ['/healthz', '/readyz', setUpShop.path].includes(path) || this.#parts.files?.has(path)
    if (isOwn || SETUP_PAGE.test(path) || !setup.shuts || !(await setup.isOpen()))
      return this.#asked(exchange, target)
    if (isApi(path)) return refuse(exchange, 'settingUp', ['Retry-After', '60'])
    sendSettingUp(exchange, path)
  }

  #asked(exchange: Exchange, target: Target): Promise<void> | void {
    return namesSet(exchange.method, target.path)
      ? this.#limitGuesses(exchange, target)
      : this.#answer(exchange, target)
  }

  /** Whoever reads logs or histories on the way may have it now. */
  async #refuseKey(exchange: Exchange, key: string): Promise<void> {
    await revokeLeakedKey(this.#parts.deps, key)
    refuse(exchange, 'keyInAddress')
  }

  #answer(exchange: Exchange, target: Target): Promise<void> | void {
    const { deps, media, draining } = this.#parts
    const { path, query } = target
    if (isApi(path) || path === AGENTS) return this.#api(exchange, target)
    if (!READS.includes(exchange.method))
      return refuse(exchange, 'methodNotAllowed', ['Allow', READS.join(', ')])
    if (path === '/healthz' || path === '/readyz') exchange.route = path
    if (path === '/healthz') return this.#health.live(exchange)
    if (path === '/readyz') return this.#health.ready(exchange, draining())
    if (path.startsWith('/media/')) return media.send(exchange, target)
    if (!target.isCanonical) return exchange.send(308, ['Location', path + query, 'Content-Length', '0'])
    const elsewhere = shownPath(deps.site.shop.languages.shown, path)
    if (elsewhere) return exchange.send(302, ['Location', elsewhere + query, ...NOT_FOR_EVER])
    if (SETUP_PAGE.test(path)) return this.#setUp(exchange, path)
    if (isDraft(query, exchange)) return this.#draft(exchange, target)
    return this.#page(exchange, target)
  }

  #page(exchange: Exchange, target: Target): Promise<void> | void {
    const { path, query } = target
    const { pages, files } = this.#parts
    const address = publicAddress(path, query) ?? path
    if (pages.sendCached(exchange, address)) return
    if (files?.has(path)) return files.send(exchange, path)
    // Astro reserves addresses that begin with an underscore.
    if (path.startsWith('/_') || ERROR_PAGES.includes(withoutLocale(path)))
      return pages.sendErrorPage(exchange, path)
    const render = () => pages.sendPublic(exchange, address)
    return SEARCH_PAGE.test(path) ? this.#search(exchange, target, { limit: 'searches', render }) : render()
  }

  /** Only as long as there is no admin. */
  async #setUp(exchange: Exchange, path: string): Promise<void> {
    const { setup, pages } = this.#parts
    return (await setup?.isOpen()) ? pages.sendPublic(exchange, path) : pages.sendErrorPage(exchange, path)
  }

  /** A page as the draft of the shop would make it, for an admin alone. */
  async #draft(exchange: Exchange, target: Target): Promise<void> {
    const { deps, pages } = this.#parts
    const site = await previewedSite(deps, exchange.req.headers.cookie ?? '')
    if (!site) return this.#page(exchange, target)
    return pages.sendDraft(exchange, target.path + target.query, site)
  }

  #api(exchange: Exchange, target: Target): Promise<void> | void {
    const { config, pages, uploads, events } = this.#parts
    const { req, method } = exchange
    if (!API_METHODS.includes(method))
      return refuse(exchange, 'methodNotAllowed', ['Allow', API_METHODS.join(', ')])
    if (isCrossSiteWrite(method, req.headers, config.site.url.origin)) return refuse(exchange, 'crossSite')
    if (target.path === AGENTS && !isOurHost(req, config.site.url)) return refuse(exchange, 'crossSite')
    const live = uploads.send(exchange, target.path) ?? events.send(exchange, target.path)
    if (live) return live
    const isCached =
      READS.includes(method) && target.path !== AGENTS && !carriesKey(req.headers.authorization)
    const address = isCached ? publicAddress(target.path, target.query) : undefined
    if (address === undefined) return this.#private(exchange, target)
    if (pages.sendCached(exchange, address)) return
    const render = () => pages.sendPublic(exchange, address)
    const limit = callOf(method, target.path)?.limit
    return limit ? this.#search(exchange, target, { limit, render }) : render()
  }

  /** An uncached search costs more than other reads. */
  async #search(
    exchange: Exchange,
    target: Target,
    { limit, render }: { limit: NonNullable<Call['limit']>; render: () => Promise<void> },
  ): Promise<void> {
    const counted = this.#parts.deps.rateLimits[limit]
    const client = this.#client(exchange)
    if (await counted.allows(client)) return render()
    const seconds = (await counted.blockedFor(client)) ?? 1
    await this.#tooMany(exchange, target, { page: `/429?wait=${seconds}`, seconds })
  }

  async #private(exchange: Exchange, { path, query }: Target): Promise<void> {
    const { config, limits, pages } = this.#parts
    const { req, method } = exchange
    const began = performance.now()
    const body = READS.includes(method)
      ? undefined
      : await readBody(req, bodyLimit(callOf(method, path), limits))
    if (body) exchange.trace.spend('body', performance.now() - began)
    if (body === 'aborted') return
    if (body === 'tooLarge') return refuse(exchange, 'bodyTooLarge')
    const methods = path === AGENTS ? ['POST'] : callsAt(path)?.methods
    if (!methods) return refuse(exchange, 'notFound')
    if (!methods.includes(method)) return refuse(exchange, 'methodNotAllowed', ['Allow', methods.join(', ')])
    await pages.sendPrivate(exchange, {
      // The exchange leaves out the body of a HEAD.
      method: method === 'HEAD' ? 'GET' : method,
      url: path + query,
      headers: req.headers,
      body,
      remoteAddress: clientAddress(req, config.trustProxy),
    })
  }

  /** Hides whether a set exists after too many wrong names. API calls do so by themselves. */
  async #limitGuesses(exchange: Exchange, target: Target): Promise<void> {
    const { wrongSetNames } = this.#parts.deps.rateLimits
    const client = this.#client(exchange)
    // A database that is away or slow keeps nobody from a page that is cached.
    const late = sleep(COUNTED_MS, undefined, { ref: false })
    const seconds = await Promise.race([wrongSetNames.blockedFor(client), late]).catch(() => undefined)
    if (seconds === undefined) {
      await this.#answer(exchange, target)
      if (!isApi(target.path) && exchange.res.statusCode === 404) await wrongSetNames.note(client)
      return
    }
    await this.#tooMany(exchange, target, { page: '/429', seconds })
  }

  /** The client's address, as limits count it. */
  #client({ req }: Exchange): string {
    return addressBlock(clientAddress(req, this.#parts.config.trustProxy))
  }

  async #tooMany(
    exchange: Exchange,
    { path }: Target,
    { page, seconds }: { page: ErrorPage; seconds: number },
  ): Promise<void> {
    const headers = ['Retry-After', String(seconds)]
    if (!wantsPage(exchange)) return refuse(exchange, 'tooManyRequests', headers)
    await this.#parts.pages.sendErrorPage(exchange, path, { page, headers })
  }

  /** People who mistype an address get a page with links, programs a plain status. */
  #malformed(exchange: Exchange, status: number): Promise<void> | void {
    if (!wantsPage(exchange)) return refuseStatus(exchange, status)
    return this.#parts.pages.sendErrorPage(exchange, exchange.req.url ?? '')
  }

  #fail(exchange: Exchange, error: unknown): void {
    const code = codeOf(error)
    if (ERROR_STATUS[code] >= 500)
      this.#parts.deps.log.error({ err: error, id: exchange.id }, 'request failed')
    if (exchange.res.headersSent) exchange.res.destroy()
    else refuse(exchange, code)
  }
}

/** Whether it asks for a page with the draft of the shop. Who may see that is decided later. */
function isDraft(query: string, { req }: Exchange): boolean {
  return /[?&]draft(?:=|&|$)/.test(query) && req.headers.cookie?.includes(PREVIEW_COOKIE) === true
}

/** Whether the answer tells that a set exists. */
function namesSet(method: string, path: string): boolean {
  if (!isApi(path)) return SET_PAGE.test(path)
  return callOf(method, path)?.errors?.includes('setNotFound') ?? false
}

/** Whether it is a browser that opens an address, rather than a program. */
function wantsPage({ req, method }: Exchange): boolean {
  const forPeople = READS.includes(method) && req.headers.accept?.includes('text/html') === true
  return forPeople && !/^\/(api|media)\//.test(req.url ?? '')
}

/** Against names that others let lead to this machine; behind a proxy the host may be this machine's. */
function isOurHost({ headers: { host = '' } }: IncomingMessage, site: URL): boolean {
  const { hostname } = URL.parse(`http://${host}`) ?? {}
  return hostname === site.hostname || (hostname !== undefined && isThisMachine(hostname))
}

/** A proxy may use the first and we the second. Node drops the second. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (name: string, at: number) => at % 2 === 0 && name.length === 4 && /^host$/i.test(name)
  return rawHeaders.filter(isHost).length > 1
}
