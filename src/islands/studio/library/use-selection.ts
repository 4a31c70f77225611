import { useCallback, useRef, useState } from 'react'
import type { LibraryRow } from '#contract/studio/clips/library.ts'

export interface Selection {
  ids: ReadonlySet<number>
  /** Selects or deselects one; starts a range. */
  toggle: (index: number) => void
  /** Selects only this one; starts a range. */
  only: (index: number) => void
  /** Selects from the start of the range to here, in addition to the earlier selection. */
  range: (index: number) => void
  set: (ids: readonly number[]) => void
}

/** Selected clips by id; rows may come and go. */
export function useSelection(rows: readonly LibraryRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set<number>())
  const known = useRef(rows)
  known.current = rows
  const anchor = useRef({ index: 0, before: new Set<number>() as ReadonlySet<number> })

  const idAt = (index: number) => known.current[index]?.id
  // Rows are rendered again only if their props change.
  const toggle = useCallback((index: number) => {
    const id = idAt(index)
    if (id === undefined) return
    setIds((selected) => {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      anchor.current = { index, before: next }
      return next
    })
  }, [])
  function only(index: number) {
    const id = idAt(index)
    if (id === undefined) return
    anchor.current = { index, before: new Set() }
    setIds(new Set([id]))
  }
  function range(index: number) {
    const { index: from, before } = anchor.current
    const passed = rows.slice(Math.min(from, index), Math.max(from, index) + 1)
    setIds(new Set([...before, ...passed.map(({ id }) => id)]))
  }
  function set(all: readonly number[]) {
    anchor.current = { index: 0, before: new Set() }
    setIds(new Set(all))
  }
  return { ids, toggle, only, range, set }
}
