import { useCallback, useEffect, useRef, useState } from 'react'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { ORIENTATIONS } from '#domain/clips/search-filters.ts'
import { addressOf } from '#domain/studio/library-address.ts'
import {
  LIBRARY_SORTS,
  type LibraryFilters,
  type LibraryOrder,
  MISSING,
} from '#domain/studio/library-filters.ts'

export type Listed = LibraryFilters & LibraryOrder

/** Filters and order from a URL; invalid values are ignored. */
function listedIn(search: string): Listed {
  const params = new URLSearchParams(search)
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name))
  const text = (name: string) => params.get(name) || undefined
  const day = (name: string) =>
    /^\d{4}-\d\d-\d\d$/.test(params.get(name) ?? '') ? params.get(name)! : undefined
  const seconds = (name: string) =>
    /^\d{1,3}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : undefined
  return {
    q: text('q')?.slice(0, 200),
    state: one('state', LIBRARY_STATES),
    missing: one('missing', MISSING),
    category: /^[a-z0-9_]{1,64}$/.exec(params.get('category') ?? '')?.[0],
    license_type: one('license_type', LICENSE_TYPES),
    creator: text('creator')?.slice(0, 200),
    ai: one('ai', ['yes', 'no']),
    added_from: day('added_from'),
    added_to: day('added_to'),
    updated_from: day('updated_from'),
    updated_to: day('updated_to'),
    orientation: one('orientation', ORIENTATIONS),
    duration_from: seconds('duration_from'),
    duration_to: seconds('duration_to'),
    sort: one('sort', LIBRARY_SORTS),
    order: one('order', ['asc', 'desc']),
  }
}

/** Filters and order are in the URL, so that they can be shared, and "back" works. */
export function useAddress() {
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
