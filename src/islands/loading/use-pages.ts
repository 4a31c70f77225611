import { useEffect, useRef, useState } from 'react'
import { $auth } from '#stores/auth/auth.ts'

interface Page<Line, Cursor> {
  lines: readonly Line[]
  /** Where the next page begins; null after the last. */
  next: Cursor | null
}

export interface Pages<Line> {
  lines: readonly Line[]
  status: 'loading' | 'idle' | 'failed'
  hasMore: boolean
  more: () => void
  /** Reads it from the start. */
  reload: () => void
  /** Replaces the lines after one's own change. */
  change: (of: (lines: readonly Line[]) => readonly Line[]) => void
}

interface Reading {
  /** Number of lines before the page. */
  known: number
  signal: AbortSignal
}

/** A list read page by page, from the start when the key changes. @param load gets undefined for the first page */
export function usePages<Line, Cursor = string>(
  load: (after: Cursor | undefined, reading: Reading) => Promise<Page<Line, Cursor>>,
  key = '',
): Pages<Line> {
  const [{ lines, next }, setPage] = useState<Page<Line, Cursor>>({ lines: [], next: null })
  const [status, setStatus] = useState<Pages<Line>['status']>('loading')
  const newest = useRef<AbortController>(undefined)

  async function read(after: Cursor | undefined) {
    newest.current?.abort()
    const abort = new AbortController()
    newest.current = abort
    const { signal } = abort
    const isFirst = after === undefined
    setStatus('loading')
    try {
      const page = await load(after, { known: isFirst ? 0 : lines.length, signal })
      if (signal.aborted) return
      setPage((before) => (isFirst ? page : { ...page, lines: [...before.lines, ...page.lines] }))
      setStatus('idle')
    } catch (error) {
      // After a sign-out the browser is leaving the page.
      if (signal.aborted || !$auth.get()) return
      console.warn('A list could not be loaded', error)
      setStatus('failed')
    }
  }
  useEffect(() => {
    setPage({ lines: [], next: null })
    void read(undefined)
    return () => newest.current?.abort()
  }, [key])
  return {
    lines,
    status,
    hasMore: next !== null,
    more: () => void read(next ?? undefined),
    reload: () => void read(undefined),
    change: (of) => setPage((page) => ({ ...page, lines: of(page.lines) })),
  }
}
