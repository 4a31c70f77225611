import type { CacheProvider, CacheProviderFactory } from 'astro'

/** Puts a page's cache options into headers, for our own page cache and any CDN. */
const provider: CacheProviderFactory = (): CacheProvider => ({
  name: 'nagare',
  setHeaders({ maxAge = 0, swr = 0, tags = [] }) {
    const headers = new Headers({ 'CDN-Cache-Control': `max-age=${maxAge}, stale-while-revalidate=${swr}` })
    if (tags.length > 0) headers.set('Cache-Tag', tags.join(','))
    return headers
  },
  async invalidate() {
    throw new Error('Clear pages through server/cache-invalidation.ts, which reaches every process')
  },
})

export default provider
