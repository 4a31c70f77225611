import { type Locale, localeOf, localePath } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Target } from '#server/http/request-target.ts'
import type { Render } from './astro-renderer.ts'
import type { RenderRequest } from './captured-exchange.ts'
import type { Finished } from './finished.ts'
import { type CacheState, PageCache, type RenderedPage } from './page-cache.ts'
import { publicAddress } from './public-answers.ts'
import { renderedPage } from './rendered-page.ts'
import { sendFinished } from './send-finished.ts'
import { ThoroughCompression } from './thorough-compression.ts'

/** Bytes of memory for finished pages. */
const CACHE_BYTES = 48 * 1024 * 1024

/** Not a possible address, so that no visitor can ask for it. */
const notFoundKey = (locale: Locale) => `404:${locale}`
const NOT_FOUND_PAGE = '/404'

/** Pages and API answers: finished bytes from the cache, or rendered by Astro. */
export class Pages {
  readonly #render: Render
  readonly #deps: Deps
  readonly #cache: PageCache
  readonly #compression = new ThoroughCompression()

  constructor({ render, deps }: { render: Render; deps: Deps }) {
    this.#render = render
    this.#deps = deps
    this.#cache = new PageCache({
      maxBytes: CACHE_BYTES,
      now: () => deps.now().getTime(),
      onRefreshError: (error) => deps.log.error({ err: error }, 'a page could not be made anew'),
    })
  }

  /** Forgets the answers with these tags. */
  clear(tags: readonly string[]): void {
    this.#cache.clear(tags)
  }

  /** Sends a kept answer; undefined where there is none, so that it has to be rendered. */
  sendKept(exchange: Exchange, { path, query }: Target): Promise<void> | undefined {
    const key = publicAddress(path, query)
    const kept = key && this.#cache.lookup(key, () => this.#renderPublic(key, exchange.id))
    if (!kept) return undefined
    if (kept.state === 'hit')
      this.#compression.improve(kept.finished, (better) => this.#cache.reweigh(key, better))
    return this.#send(exchange, key, kept)
  }

  /** Renders a public address, together with whoever asks for it at the same time. */
  async sendPublic(exchange: Exchange, key: string): Promise<void> {
    const { page, state } = await this.#cache.fill(key, () => this.#renderPublic(key, exchange.id))
    await this.#send(exchange, key, { finished: page.finished, state })
  }

  /** Renders what is for this visitor alone, with all that the visitor sent. */
  async sendPrivate(exchange: Exchange, request: RenderRequest): Promise<void> {
    const rendered = await this.#render(request, { deps: this.#deps, requestId: exchange.id })
    if (!rendered) return refuse(exchange, 'notFound')
    await sendFinished(exchange, renderedPage(rendered).finished)
  }

  /** The page for an address that nothing has, in the address's language. */
  async sendNotFound(exchange: Exchange, path: string): Promise<void> {
    const locale = localeOf(path)
    const { finished } = await this.#notFound(exchange.id, locale)
    await this.#send(exchange, notFoundKey(locale), { finished, state: 'hit' })
  }

  async #send(
    exchange: Exchange,
    key: string,
    { finished, state }: { finished: Finished; state: CacheState },
  ): Promise<void> {
    exchange.cache = state
    await sendFinished(exchange, finished, {
      headers: ['X-Cache', state],
      onVariant: () => this.#cache.reweigh(key, finished),
    })
  }

  /** Without anything of the visitor's, so that what is kept for all cannot hold what is one's own. */
  async #renderPublic(key: string, requestId: string): Promise<RenderedPage> {
    const request = { method: 'GET', url: key, headers: {} }
    const rendered = await this.#render(request, { deps: this.#deps, requestId })
    return rendered ? renderedPage(rendered) : this.#notFound(requestId, localeOf(key))
  }

  /** One page in a language for all addresses that match nothing; it is not kept again under each of them. */
  async #notFound(requestId: string, locale: Locale): Promise<RenderedPage> {
    const render = async () => {
      const request = { method: 'GET', url: localePath(locale, NOT_FOUND_PAGE), headers: {} }
      const rendered = await this.#render(request, { deps: this.#deps, requestId })
      if (!rendered) throw new Error('there is no page for addresses that match nothing')
      return renderedPage(rendered)
    }
    const key = notFoundKey(locale)
    const kept = this.#cache.lookup(key, render)
    const finished = kept?.finished ?? (await this.#cache.fill(key, render)).page.finished
    return { finished, keep: undefined }
  }
}
