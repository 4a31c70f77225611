import { useCallback, useEffect, useRef, useState } from 'react'
import { filtersIn } from '#domain/search/filter-query.ts'
import { addressOf } from '#domain/studio/library/library-address.ts'
import {
  LIBRARY_FILTERS,
  LIBRARY_SORTS,
  type LibraryFilters,
  type LibraryOrder,
} from '#domain/studio/library/library-filters.ts'

export type Listed = LibraryFilters & LibraryOrder

/** Filters and order from a URL; invalid values are ignored. */
function listedIn(search: string): Listed {
  const params = new URLSearchParams(search)
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name))
  return {
    ...filtersIn(LIBRARY_FILTERS, params),
    sort: one('sort', LIBRARY_SORTS),
    order: one('order', ['asc', 'desc']),
  }
}

/** Filters and order are in the URL, so that they can be shared, and "back" works. */
export function useLibraryFilters() {
  const [listed, setListed] = useState(() => listedIn(location.search))
  const typing = useRef(false)
  useEffect(() => {
    const read = () => setListed(listedIn(location.search))
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  /** Consecutive typing makes one step of the history. */
  const change = useCallback((values: Partial<Listed>, { isTyping = false } = {}) => {
    const next = { ...listedIn(location.search), ...values }
    const url = `${location.pathname}${addressOf(next)}`
    if (isTyping && typing.current) history.replaceState(history.state, '', url)
    else history.pushState(null, '', url)
    typing.current = isTyping
    setListed(next)
  }, [])
  return { listed, change }
}
