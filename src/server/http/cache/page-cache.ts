import { LRUCache } from 'lru-cache'
import { type Finished, weightOf } from './finished.ts'

/** How long, in seconds, an answer may be kept, and what clears it earlier. */
export interface KeepFor {
  maxAge: number
  /** After maxAge: seconds in which the kept answer is sent while a new one is made. With 0 it is never sent late. */
  swr: number
  tags: readonly string[]
}

/** What a render gives: an answer, and undefined where it must not be kept or shared. */
export interface RenderedPage {
  finished: Finished
  keep: KeepFor | undefined
}

export type CacheState = 'hit' | 'stale' | 'miss'

interface Entry {
  finished: Finished
  tags: readonly string[]
  freshUntil: number
  staleUntil: number
}

interface Flight {
  page: Promise<RenderedPage>
  /** From then on its answer is kept, however long it takes: it says what was so then. */
  startedAt: number
  /** Cleared while it was under way: what it read may be from before, so it is not kept. */
  clearedTags: Set<string>
}

interface PageCacheOptions {
  maxBytes: number
  /** Milliseconds. */
  now?: () => number
  onRefreshError?: (error: unknown) => void
}

/** Not found pages have room of their own, so that guessing addresses never drives out a real page. */
const NOT_FOUND_SHARE = 1 / 16

/**
 * Keeps public answers as finished bytes. One render per key at a time: who asks meanwhile joins it. A failing render
 * never replaces an answer that can still be sent.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Entry>
  readonly #notFound: LRUCache<string, Entry>
  readonly #flights = new Map<string, Flight>()
  /** Also those that nobody may join any more. */
  readonly #underWay = new Set<Flight>()
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

  /** An answer that can be sent at once; what is stale is made anew by `render` in the background. */
  lookup(
    key: string,
    render: () => Promise<RenderedPage>,
  ): { finished: Finished; state: CacheState } | undefined {
    const entry = this.#entry(key)
    if (!entry) return undefined
    const now = this.#now()
    if (now < entry.freshUntil) return { finished: entry.finished, state: 'hit' }
    if (now >= entry.staleUntil) return undefined
    this.#join(key, render).catch(this.#onRefreshError)
    return { finished: entry.finished, state: 'stale' }
  }

  /** Renders, or joins the render of the same key; falls back on an outdated answer where that fails. */
  async fill(
    key: string,
    render: () => Promise<RenderedPage>,
  ): Promise<{ page: RenderedPage; state: CacheState }> {
    try {
      const page = await this.#join(key, render)
      const kept = page.finished.status >= 500 ? this.#outdatable(key) : undefined
      return kept ? outdated(kept) : { page, state: 'miss' }
    } catch (error) {
      const kept = this.#outdatable(key)
      if (kept) return outdated(kept)
      throw error
    }
  }

  /** Forgets every answer with one of the tags, and all that said that something is not there. */
  clear(tags: readonly string[]): void {
    for (const [key, entry] of [...this.#pages])
      if (entry.tags.some((tag) => tags.includes(tag))) this.#pages.delete(key)
    this.#notFound.clear()
    for (const flight of this.#underWay) for (const tag of tags) flight.clearedTags.add(tag)
    this.#flights.clear()
  }

  /** An encoding was added to a kept answer, so that it weighs more. */
  reweigh(key: string, finished: Finished): void {
    const entry = this.#pages.get(key)
    // A copy, since the cache weighs only a new value.
    if (entry?.finished === finished) this.#pages.set(key, { ...entry })
  }

  #entry(key: string): Entry | undefined {
    return this.#pages.get(key) ?? this.#notFound.get(key)
  }

  /** What may stand in for an answer that cannot be made, however old. */
  #outdatable(key: string): Entry | undefined {
    const entry = this.#entry(key)
    return entry && entry.staleUntil > entry.freshUntil ? entry : undefined
  }

  #join(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const running = this.#flights.get(key)
    if (running) return running.page
    const flight: Flight = { startedAt: this.#now(), page: render(), clearedTags: new Set() }
    this.#flights.set(key, flight)
    this.#underWay.add(flight)
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
    this.#underWay.delete(flight)
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }

  #store(key: string, { finished, keep }: RenderedPage, { clearedTags, startedAt }: Flight): void {
    if (finished.status >= 500) return
    const isNotFound = finished.status === 404
    if (!keep || keep.tags.some((tag) => clearedTags.has(tag)) || (isNotFound && clearedTags.size > 0)) {
      if (!keep) this.#pages.delete(key)
      return
    }
    const freshUntil = startedAt + keep.maxAge * 1000
    const entry = { finished, tags: keep.tags, freshUntil, staleUntil: freshUntil + keep.swr * 1000 }
    this.#pages.delete(key)
    ;(isNotFound ? this.#notFound : this.#pages).set(key, entry)
  }
}

/** An entry that would take more than a quarter of the room is not kept. */
function entriesUpTo(bytes: number): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize: Math.floor(bytes),
    maxEntrySize: Math.floor(bytes / 4),
    sizeCalculation: ({ finished }) => weightOf(finished),
  })
}

function outdated({ finished }: Entry): { page: RenderedPage; state: CacheState } {
  return { page: { finished, keep: undefined }, state: 'stale' }
}
