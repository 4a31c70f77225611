import type { Collection, Promotion } from '#contract/sets.ts'
import { setSlug } from '#domain/sets/set-slug.ts'
import { setTag } from './set-kind.ts'

const PAGE_SECONDS = 60
const STALE_SECONDS = 60 * 60
/** Between reading a promotion and keeping its page a moment passes. */
const MARGIN_SECONDS = 1

/**
 * How long the page of a set may be kept, for `Astro.cache.set`. A promotion's never outlives it: it is not kept past
 * the expiry, and never sent late (`swr: 0`), not even while the page cannot be made anew.
 */
export function keepSet(
  set: Collection | Promotion,
  now: Date,
): { maxAge: number; swr: number; tags: string[] } {
  const tags = ['clips', 'categories', setTag(set.id)]
  if (!('expiry' in set)) return { maxAge: PAGE_SECONDS, swr: STALE_SECONDS, tags }
  const left = Math.floor((Date.parse(set.expiry) - now.getTime()) / 1000) - MARGIN_SECONDS
  return { maxAge: Math.max(0, Math.min(PAGE_SECONDS, left)), swr: 0, tags }
}

/**
 * The same for a page that says that there is no such set, or no more: until one of that name is made, or runs again.
 * undefined where it was our fault, which must not be kept.
 */
export function keepMissing(name: string, status: number): ReturnType<typeof keepSet> | undefined {
  const slug = setSlug(name)
  if (status >= 500 || slug === undefined) return undefined
  return { maxAge: PAGE_SECONDS, swr: 0, tags: ['categories', setTag(slug)] }
}
