import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Locale, localeOf, localePath, withoutLocale } from '#domain/address/locale-path.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { refuse } from '#server/http/refuse.ts'
import { publishSignal } from '#server/trace/signals.ts'
import { traced } from '#server/trace/trace.ts'
import type { RenderLocals, RenderRequest } from './astro-renderer.ts'
import { acceptedEncoding } from './content-encoding.ts'
import { type CacheResult, PageCache, type RenderedPage } from './page-cache.ts'
import type { RenderPage } from './rendered-page.ts'

/** Bytes of memory for cached pages. */
const CACHE_BYTES = 48 * 1024 * 1024
/** Pages without an address of their own. `wait` is in seconds, until searches are answered again. */
export type ErrorPage = '/404' | '/429' | `/429?wait=${number}`
/** Spelled so, the last one takes X-Frame-Options away (exchange.ts). */
const DRAFT_HEADERS = [
  ...['Cache-Control', 'private, no-store', 'X-Robots-Tag', 'noindex'],
  ...['cross-origin-resource-policy', 'same-origin'],
]
/** Not a possible address, so no visitor can request it. */
const errorKey = (page: ErrorPage, locale: Locale) => `${page.slice(1)}:${locale}`

/**
 * Pages and API answers, from the cache or rendered by Astro; kept once for each encoding that clients ask for. An
 * `address` is what publicAddress() returns.
 */
export class Pages {
  readonly #render: RenderPage
  readonly #renderPublicly: RenderPage
  readonly #deps: Deps
  readonly #cache: PageCache

  constructor({
    render,
    renderPublic = render,
    deps,
  }: { render: RenderPage; renderPublic?: RenderPage; deps: Deps }) {
    this.#render = render
    this.#renderPublicly = renderPublic
    this.#deps = deps
    this.#cache = new PageCache({
      maxBytes: CACHE_BYTES,
      now: () => deps.now().getTime(),
      onRefreshError: (error) => deps.log.error({ err: error }, 'background render failed'),
    })
  }

  /** Memory that the cache uses. */
  get bytes(): number {
    return this.#cache.bytes
  }

  /** Forgets the responses with these tags. */
  clear(tags: readonly string[]): void {
    this.#cache.clear(tags)
  }

  /** Sends a cached response; false without one. */
  sendCached(exchange: Exchange, address: string): boolean {
    const cached = this.#cache.lookup(keyOf(exchange, address), () => this.#renderPublic(address, exchange))
    if (!cached) return false
    sendResult(exchange, cached)
    return true
  }

  /** Renders a public address, once for all who request it at the same time. */
  async sendPublic(exchange: Exchange, address: string): Promise<void> {
    const began = performance.now()
    const key = keyOf(exchange, address)
    const result = await this.#cache.fill(key, () => this.#renderPublic(address, exchange))
    // Another request may have rendered the page meanwhile.
    exchange.trace.time.render ??= performance.now() - began
    sendResult(exchange, result)
  }

  /** Renders for this visitor alone, with everything the visitor sent. */
  async sendPrivate(exchange: Exchange, request: RenderRequest): Promise<void> {
    const locals: RenderLocals = { deps: this.#deps, requestId: exchange.id }
    const encoding = acceptedEncoding(exchange.req)
    const page = await this.#timed(exchange, locals, () => this.#render(request, locals, encoding))
    exchange.route = locals.route ?? exchange.route
    if (!page) return refuse(exchange, 'notFound')
    const { response } = page
    if (!locals.body) return exchange.sendBuffered(response)
    const headers = withoutLength(response.headers)
    if (exchange.isHead) return exchange.send(response.status, headers)
    exchange.start(response.status, headers)
    await pipeline(Readable.from(locals.body), exchange.res).catch((error: NodeJS.ErrnoException) => {
      // The client has left.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    })
  }

  /** Renders a page with another site, as public pages see it: nothing of it is kept, indexed or framed elsewhere. */
  async sendDraft(exchange: Exchange, url: string, site: Site): Promise<void> {
    const locals: RenderLocals = { deps: { ...this.#deps, site }, requestId: exchange.id }
    const request = { method: 'GET', url, headers: {} }
    const page = await this.#timed(exchange, locals, () =>
      this.#render(request, locals, acceptedEncoding(exchange.req)),
    )
    if (!page) return this.sendDraft(exchange, localePath(localeOf(url), '/404'), site)
    const { status, headers, body } = page.response
    const own = headers.map((text) => text.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
    for (const name of ['Cache-Control', 'ETag']) {
      const at = own.indexOf(name)
      if (at >= 0) own.splice(at, 2)
    }
    exchange.send(status, [...own, ...DRAFT_HEADERS], body)
  }

  /** @param headers more flat names and values */
  async sendErrorPage(
    exchange: Exchange,
    path: string,
    { page = '/404', headers = [] }: { page?: ErrorPage; headers?: readonly string[] } = {},
  ): Promise<void> {
    const locale = localeOf(path)
    const { response } = await this.#errorPage(exchange, page, locale)
    sendResult(exchange, { response, state: 'hit' }, headers)
  }

  /** Sees nothing of the visitor, so nothing private can be cached. */
  async #renderPublic(address: string, exchange: Exchange): Promise<RenderedPage> {
    const page = await this.#renderPath(address, exchange)
    if (page) return page
    const { response } = await this.#errorPage(exchange, '/404', localeOf(address))
    return { response, policy: undefined }
  }

  /** The not-found page is cached once per language, not under each address that has no route. */
  async #errorPage(exchange: Exchange, path: ErrorPage, locale: Locale): Promise<CacheResult> {
    const render = async () => {
      const page = await this.#renderPath(localePath(locale, path), exchange)
      if (!page) throw new Error(`the page ${path} is missing`)
      return page
    }
    const key = keyOf(exchange, errorKey(path, locale))
    return this.#cache.lookup(key, render) ?? this.#cache.fill(key, render)
  }

  async #renderPath(url: string, exchange: Exchange): Promise<RenderedPage | undefined> {
    const locals: RenderLocals = { deps: this.#deps, requestId: exchange.id }
    const request = { method: 'GET', url, headers: {} }
    const encoding = acceptedEncoding(exchange.req)
    const page = await this.#timed(exchange, locals, () => this.#renderPublicly(request, locals, encoding))
    if (page && locals.route) page.response.route = locals.route
    return page
  }

  async #timed(exchange: Exchange, locals: RenderLocals, render: () => ReturnType<RenderPage>) {
    const { trace } = exchange
    const began = performance.now()
    const page = await traced(trace, render)
    const ms = performance.now() - began
    trace.spend('render', ms)
    locals.route &&= withoutLocale(locals.route)
    publishSignal('render', () => ({ route: locals.route ?? 'other', seconds: ms / 1000 }))
    return page
  }
}

const withoutLength = (headers: readonly string[]) => headers.toSpliced(headers.indexOf('Content-Length'), 2)

const keyOf = ({ req }: Exchange, address: string) => `${acceptedEncoding(req)} ${address}`

/** @param headers more flat names and values */
function sendResult(exchange: Exchange, { response, state }: CacheResult, headers: readonly string[] = []) {
  exchange.cache = state
  exchange.route = response.route ?? exchange.route
  exchange.sendBuffered(response, ['X-Cache', state, ...headers])
}
