import { useCallback, useEffect, useState } from 'react'
import type { SetLine, SetList } from '#contract/sets.ts'
import { $auth } from '#stores/auth/auth.ts'

export interface SetLists {
  lines: readonly SetLine[]
  status: 'loading' | 'idle' | 'failed'
  /** Whether there are more pages. */
  hasMore: boolean
  more: () => void
  /** Updates a row after a change. */
  change: (line: SetLine, values: Partial<SetLine>) => void
  /** Removes a row after the set was deleted. */
  remove: (line: SetLine) => void
}

export function useSetLists(fetchPage: (offset: number) => Promise<SetList>): SetLists {
  const [lines, setLines] = useState<readonly SetLine[]>([])
  const [next, setNext] = useState<number | null>(0)
  const [status, setStatus] = useState<SetLists['status']>('loading')

  const load = useCallback(
    async (offset: number) => {
      setStatus('loading')
      try {
        const page = await fetchPage(offset)
        setLines((known) => [...known.slice(0, offset), ...page.sets])
        setNext(page.next_offset)
        setStatus('idle')
      } catch (error) {
        // After a sign-out the browser is leaving the page.
        if (!$auth.get()) return
        console.warn('The sets could not be loaded', error)
        setStatus('failed')
      }
    },
    [fetchPage],
  )

  useEffect(() => void load(0), [load])
  return {
    lines,
    status,
    hasMore: next !== null,
    more: () => void load(next ?? 0),
    change: (line, values) =>
      setLines((known) => known.map((one) => (isSame(one, line) ? { ...one, ...values } : one))),
    remove: (line) => {
      setLines((known) => known.filter((one) => !isSame(one, line)))
      // The next page moves up by one.
      setNext((offset) => offset && offset - 1)
    },
  }
}

/** Sets of both kinds may have the same id. */
function isSame(one: SetLine, other: SetLine): boolean {
  return one.kind === other.kind && one.id === other.id
}
