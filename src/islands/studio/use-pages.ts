import { useCallback, useEffect, useRef, useState } from 'react'
import { $auth } from '#stores/auth/auth.ts'

interface Page<Line> {
  lines: Line[]
  /** Where the next page begins; null after the last. */
  next: string | null
}

export interface Pages<Line> {
  lines: readonly Line[]
  status: 'loading' | 'idle' | 'failed'
  hasMore: boolean
  more: () => void
  change: (of: (line: Line) => Line) => void
}

/** A list read page by page, from the start when `load` is another function. */
export function usePages<Line>(load: (after: string | undefined) => Promise<Page<Line>>): Pages<Line> {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [status, setStatus] = useState<Pages<Line>['status']>('loading')
  const newest = useRef<unknown>(undefined)
  const read = useCallback(
    async (after: string | undefined) => {
      const turn = {}
      newest.current = turn
      setStatus('loading')
      try {
        const page = await load(after)
        if (newest.current !== turn) return
        setLines((known) => (after === undefined ? page.lines : [...known, ...page.lines]))
        setNext(page.next)
        setStatus('idle')
      } catch (error) {
        if (newest.current !== turn || !$auth.get()) return
        console.warn('A list could not be loaded', error)
        setStatus('failed')
      }
    },
    [load],
  )
  useEffect(() => {
    setLines([])
    setNext(null)
    void read(undefined)
    return () => {
      newest.current = undefined
    }
  }, [read])
  return {
    lines,
    status,
    hasMore: next !== null,
    more: () => void read(next ?? undefined),
    change: (of) => setLines((known) => known.map(of)),
  }
}
