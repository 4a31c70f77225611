import { useEffect } from 'react'
import type { CategoryLine, CategoryLines } from '#contract/studio/categories.ts'
import { categoryLines, orderCategories } from '#contract/studio/categories-calls.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { type Loaded, useLoaded } from '../../loading/use-loaded.ts'

const MOVING_POLL_MS = 2000

export interface Categories {
  lines: readonly CategoryLine[]
  former: CategoryLines['former']
  /** Of the first answer; later ones that fail are tried again. */
  status: Loaded<unknown>['status']
  reload: () => Promise<void>
  /** Shows the new order at once, and saves it; if that fails, the old one returns. @throws as requestAs() */
  move: (key: string, to: number) => Promise<void>
}

/** The categories, polled while clips are being moved. */
export function useCategories(): Categories {
  const { data, status, reload, setData } = useLoaded(() => requestAs(categoryLines, undefined))
  const lines = data?.categories ?? []
  const isMoving = lines.some(({ moving_to }) => moving_to !== null)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, MOVING_POLL_MS)
    return () => clearInterval(timer)
  }, [isMoving])

  async function move(key: string, to: number) {
    const line = lines.find((each) => each.key === key)
    if (!line || to < 0 || to >= lines.length || lines[to] === line) return
    const others = lines.filter((each) => each !== line)
    const categories = others.toSpliced(to, 0, line)
    setData((answer) => ({ ...answer, categories }))
    try {
      await requestAs(orderCategories, { keys: categories.map((each) => each.key) })
    } catch (error) {
      await reload()
      throw error
    }
  }

  return { lines, former: data?.former ?? [], status: data ? 'idle' : status, reload, move }
}
