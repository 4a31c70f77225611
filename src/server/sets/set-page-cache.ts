import type { Collection, Promotion } from '#contract/sets/sets.ts'
import { setId } from '#domain/sets/set-slug.ts'
import { setTag } from './set-kind.ts'

const PAGE_SECONDS = 60
const STALE_SECONDS = 60 * 60
/** Time between reading a promotion and caching its page. */
const MARGIN_SECONDS = 1

/**
 * Cache options for a set's page (`Astro.cache.set`). A promotion's page is never cached past its expiry and never
 * served stale (`swr: 0`), even when rendering fails.
 */
export function setPageCache(
  set: Collection | Promotion,
  now: Date,
): { maxAge: number; swr: number; tags: string[] } {
  const tags = ['clips', 'categories', setTag(set.id)]
  if (!('expiry' in set)) return { maxAge: PAGE_SECONDS, swr: STALE_SECONDS, tags }
  const left = Math.floor((Date.parse(set.expiry) - now.getTime()) / 1000) - MARGIN_SECONDS
  return { maxAge: Math.max(0, Math.min(PAGE_SECONDS, left)), swr: 0, tags }
}

/** For a name without a set, until one is made. Undefined for a server error, which must not be cached. */
export function missingSetCache(name: string, status: number): ReturnType<typeof setPageCache> | undefined {
  const slug = setId(name)
  if (status >= 500 || slug === undefined) return undefined
  return { maxAge: PAGE_SECONDS, swr: 0, tags: ['categories', setTag(slug)] }
}
