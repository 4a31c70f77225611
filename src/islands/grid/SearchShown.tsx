import { useEffect } from 'react'
import { LONGEST_PATH } from '#domain/people/activity.ts'
import { countUnnamed } from '#stores/analytics/count-unnamed.ts'

/**
 * Reports the search that this page shows, since the server does not see cached pages. Renders nothing. @param results
 * how many clips have every word; absent if filters narrow them
 */
export function SearchShown({ results }: { results?: number | undefined }) {
  useEffect(() => {
    const path = location.pathname.slice(0, LONGEST_PATH)
    countUnnamed('SEARCH_SHOWN', { path, ...(results !== undefined && { results }) })
  }, [results])
  return null
}
