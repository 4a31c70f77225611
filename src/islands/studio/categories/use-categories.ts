import { useCallback, useEffect, useState } from 'react'
import type { CategoryLine, CategoryLines } from '#contract/studio/categories.ts'
import { categoryLines, orderCategories } from '#contract/studio/categories-calls.ts'
import { requestAs } from '#stores/auth/authorised.ts'

const MOVING_POLL_MS = 2000

export interface Categories {
  lines: readonly CategoryLine[]
  former: CategoryLines['former']
  status: 'loading' | 'ready' | 'failed'
  reload: () => Promise<void>
  /** Shows the new order at once, and saves it; if that fails, the old one returns. @throws as requestAs() */
  move: (key: string, to: number) => Promise<void>
}

/** The categories, polled while clips are being moved. */
export function useCategories(): Categories {
  const [answer, setAnswer] = useState<CategoryLines>({ categories: [], former: [] })
  const [status, setStatus] = useState<Categories['status']>('loading')
  const lines = answer.categories
  const isMoving = lines.some(({ moving_to }) => moving_to !== null)

  const reload = useCallback(async () => {
    try {
      setAnswer(await requestAs(categoryLines, undefined))
      setStatus('ready')
    } catch (error) {
      console.warn('The categories could not be loaded', error)
      setStatus((before) => (before === 'ready' ? before : 'failed'))
    }
  }, [])
  useEffect(() => void reload(), [reload])
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, MOVING_POLL_MS)
    return () => clearInterval(timer)
  }, [isMoving, reload])

  async function move(key: string, to: number) {
    const line = lines.find((each) => each.key === key)
    if (!line || to < 0 || to >= lines.length || lines[to] === line) return
    const others = lines.filter((each) => each !== line)
    const categories = others.toSpliced(to, 0, line)
    setAnswer({ ...answer, categories })
    try {
      await requestAs(orderCategories, { keys: categories.map((each) => each.key) })
    } catch (error) {
      await reload()
      throw error
    }
  }

  return { lines, former: answer.former, status, reload, move }
}
