import { useEffect } from 'react'
import { LONGEST_PATH } from '#domain/people/activity.ts'
import { countUnnamed } from '#stores/analytics/count-unnamed.ts'

/**
 * Tells which search this page shows, since pages come from caches and the server does not see them. Shows nothing.
 * @param results how many clips have every word; absent where filters leave some out
 */
export function SearchShown({ results }: { results?: number | undefined }) {
  useEffect(() => {
    const path = location.pathname.slice(0, LONGEST_PATH)
    countUnnamed('SEARCH_SHOWN', { path, ...(results !== undefined && { results }) })
  }, [results])
  return null
}
