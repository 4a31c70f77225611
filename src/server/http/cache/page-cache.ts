import { LRUCache } from 'lru-cache'
import { EVERYTHING } from '#server/cache-invalidation.ts'
import { type BufferedResponse, sizeOf } from './buffered-response.ts'

/** How long, in seconds, a response may be kept, and which tags clear it earlier. */
export interface CachePolicy {
  maxAge: number
  /** Seconds after maxAge in which the old response is sent while a new one is rendered; 0: never. */
  swr: number
  tags: readonly string[]
}

export interface RenderedPage {
  response: BufferedResponse
  /** undefined if the response must not be kept or shared. */
  policy: CachePolicy | undefined
}

export type CacheState = 'hit' | 'stale' | 'miss'

/** A response to send, and how the cache came by it. */
export interface CacheResult {
  response: BufferedResponse
  state: CacheState
}

type Render = () => Promise<RenderedPage>

interface Entry {
  response: BufferedResponse
  tags: readonly string[]
  freshUntil: number
  staleUntil: number
}

interface Flight {
  page: Promise<RenderedPage>
  /** The response ages from here, however long it takes to render. */
  startedAt: number
  /** Cleared during the render: it may have read old data, so its response is not kept. */
  clearedTags: Set<string>
}

interface PageCacheOptions {
  maxBytes: number
  /** Milliseconds. */
  now?: () => number
  onRefreshError?: (error: unknown) => void
}

/** Not-found pages have their own share, so that guessed addresses never evict a real page. */
const NOT_FOUND_SHARE = 1 / 16

/** Public responses in memory, each rendered once at a time. A failed render never replaces a usable response. */
export class PageCache {
  readonly #pages: LRUCache<string, Entry>
  readonly #notFound: LRUCache<string, Entry>
  /** Renders that requests may join. */
  readonly #flights = new Map<string, Flight>()
  /** All renders, also those that are too old to join since a tag was cleared. */
  readonly #running = new Set<Flight>()
  readonly #now: () => number
  readonly #onRefreshError: (error: unknown) => void

  constructor({ maxBytes, now = Date.now, onRefreshError = () => {} }: PageCacheOptions) {
    this.#pages = entriesUpTo(maxBytes)
    this.#notFound = entriesUpTo(maxBytes * NOT_FOUND_SHARE)
    this.#now = now
    this.#onRefreshError = onRefreshError
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#notFound.calculatedSize
  }

  /** A response that can be sent at once; a stale one is rendered again in the background. */
  lookup(key: string, render: Render): CacheResult | undefined {
    const entry = this.#entry(key)
    if (!entry) return undefined
    const now = this.#now()
    if (now < entry.freshUntil) return { response: entry.response, state: 'hit' }
    if (now >= entry.staleUntil) return undefined
    this.#join(key, render).catch(this.#onRefreshError)
    return { response: entry.response, state: 'stale' }
  }

  /** Renders, or joins the running render of the key; if that fails, sends an outdated response. */
  async fill(key: string, render: Render): Promise<CacheResult> {
    try {
      const { response } = await this.#join(key, render)
      return (response.status >= 500 && this.#outdated(key)) || { response, state: 'miss' }
    } catch (error) {
      const outdated = this.#outdated(key)
      if (outdated) return outdated
      throw error
    }
  }

  /** Forgets every response with one of the tags, and all not-found pages. */
  clear(tags: readonly string[]): void {
    if (tags.includes(EVERYTHING)) this.#pages.clear()
    for (const [key, entry] of [...this.#pages])
      if (entry.tags.some((tag) => tags.includes(tag))) this.#pages.delete(key)
    this.#notFound.clear()
    for (const flight of this.#running) for (const tag of tags) flight.clearedTags.add(tag)
    this.#flights.clear()
  }

  #entry(key: string): Entry | undefined {
    return this.#pages.get(key) ?? this.#notFound.get(key)
  }

  /** Replaces a response that cannot be rendered; may be of any age. */
  #outdated(key: string): CacheResult | undefined {
    const entry = this.#entry(key)
    return entry && entry.staleUntil > entry.freshUntil
      ? { response: entry.response, state: 'stale' }
      : undefined
  }

  #join(key: string, render: Render): Promise<RenderedPage> {
    const running = this.#flights.get(key)
    if (running) return running.page
    const flight: Flight = { startedAt: this.#now(), page: render(), clearedTags: new Set() }
    this.#flights.set(key, flight)
    this.#running.add(flight)
    flight.page = flight.page.then(
      (page) => {
        this.#land(key, flight)
        this.#store(key, page, flight)
        return page
      },
      (error) => {
        this.#land(key, flight)
        throw error
      },
    )
    return flight.page
  }

  #land(key: string, flight: Flight): void {
    this.#running.delete(flight)
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }

  #store(key: string, { response, policy }: RenderedPage, { clearedTags, startedAt }: Flight): void {
    if (response.status >= 500) return
    if (!policy) {
      this.#pages.delete(key)
      return
    }
    const isNotFound = response.status === 404
    const outdated = clearedTags.has(EVERYTHING) || policy.tags.some((tag) => clearedTags.has(tag))
    if (outdated || (isNotFound && clearedTags.size > 0)) return
    const freshUntil = startedAt + policy.maxAge * 1000
    const entry = { response, tags: policy.tags, freshUntil, staleUntil: freshUntil + policy.swr * 1000 }
    this.#pages.delete(key)
    const entries = isNotFound ? this.#notFound : this.#pages
    entries.set(key, entry)
  }
}

/** An entry larger than a quarter of the space is not kept. */
function entriesUpTo(bytes: number): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize: Math.floor(bytes),
    maxEntrySize: Math.floor(bytes / 4),
    sizeCalculation: ({ response }) => sizeOf(response),
  })
}
