import type { CacheProvider, CacheProviderFactory } from 'astro'

/**
 * Says in headers what a page asked of the cache. The bytes are kept by the front (page-cache.ts), before Astro is
 * even called, and by any CDN that understands the same headers.
 */
const provider: CacheProviderFactory = (): CacheProvider => ({
  name: 'nagare',
  setHeaders({ maxAge = 0, swr = 0, tags = [] }) {
    const headers = new Headers({ 'CDN-Cache-Control': `max-age=${maxAge}, stale-while-revalidate=${swr}` })
    if (tags.length > 0) headers.set('Cache-Tag', tags.join(','))
    return headers
  },
  async invalidate() {
    throw new Error(
      'Pages are cleared by tag through server/cache-invalidation.ts, which reaches every process',
    )
  },
})

export default provider
