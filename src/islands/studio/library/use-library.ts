import { useCallback, useEffect, useRef, useState } from 'react'
import type { LibraryCounts, LibraryRow } from '#contract/studio/clips/library.ts'
import { libraryCounts, libraryPage } from '#contract/studio/clips/library-calls.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import type { Listed } from './use-library-filters.ts'

/** Rows to fetch ahead. */
const AHEAD = 300

export interface Library {
  rows: readonly LibraryRow[]
  /** The list that `rows` belong to: the former one, until the first rows of another arrive. */
  rowsOf: string | undefined
  /** Raised whenever `rows` grows. */
  version: number
  hasMore: boolean
  status: 'loading' | 'idle' | 'failed'
  counts: LibraryCounts | undefined
  /** Reports the last visible row, so that enough is fetched. */
  need: (index: number) => void
  /** After a change: fetches as much again as was shown. */
  reload: () => void
  retry: () => void
}

/** A list being fetched; another list or a reload gets a new one. */
interface Fetching {
  rows: LibraryRow[]
  next: string | null | undefined
  running: boolean
}

export function useLibrary(listed: Listed): Library {
  const key = JSON.stringify(listed)
  const [version, setVersion] = useState(0)
  const [status, setStatus] = useState<Library['status']>('loading')
  const [counts, setCounts] = useState<LibraryCounts>()
  const current = useRef<Fetching>({ rows: [], next: undefined, running: false })
  const shown = useRef<{ rows: LibraryRow[]; of?: string }>({ rows: [] })
  const needed = useRef(0)

  const fetchMore = useCallback(
    async (fetching: Fetching, least: number) => {
      if (fetching.running) return
      fetching.running = true
      try {
        while (
          current.current === fetching &&
          fetching.next !== null &&
          fetching.rows.length < Math.max(needed.current, least) + AHEAD
        ) {
          setStatus('loading')
          const query = { ...(JSON.parse(key) as Listed), ...(fetching.next && { after: fetching.next }) }
          const page = await requestAs(libraryPage, query)
          for (const row of page.rows) fetching.rows.push(row)
          fetching.next = page.next
          if (current.current !== fetching) return
          // The shown rows stay until as many have arrived.
          if (fetching.rows.length >= least || page.next === null)
            shown.current = { rows: fetching.rows, of: key }
          setVersion((last) => last + 1)
        }
        if (current.current === fetching) setStatus('idle')
      } catch (error) {
        if (current.current !== fetching || !$auth.get()) return
        console.warn('The library could not be loaded', error)
        setStatus('failed')
      } finally {
        fetching.running = false
      }
    },
    [key],
  )

  const start = useCallback(
    (least: number) => {
      current.current = { rows: [], next: undefined, running: false }
      void fetchMore(current.current, least)
      const fetching = current.current
      requestAs(libraryCounts, JSON.parse(key) as Listed).then(
        (answer) => current.current === fetching && setCounts(answer),
        (error) => console.warn('The clips could not be counted', error),
      )
    },
    [key, fetchMore],
  )

  useEffect(() => {
    needed.current = 0
    start(0)
  }, [start])

  const need = useCallback(
    (index: number) => {
      needed.current = index
      // The first page is on its way.
      if (current.current.next === undefined) return
      if (index + AHEAD > current.current.rows.length) void fetchMore(current.current, 0)
    },
    [fetchMore],
  )
  const reload = useCallback(() => start(Math.min(needed.current, shown.current.rows.length)), [start])
  const retry = useCallback(() => void fetchMore(current.current, 0), [fetchMore])
  return {
    rows: shown.current.rows,
    rowsOf: shown.current.of,
    version,
    hasMore: current.current.next !== null,
    status,
    counts,
    need,
    reload,
    retry,
  }
}
