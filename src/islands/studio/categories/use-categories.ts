import { useEffect } from 'react'
import { ApiError } from '#contract/request.ts'
import type { CategoryLine } from '#contract/studio/clips/categories.ts'
import { categoryLines, orderCategories } from '#contract/studio/clips/categories-calls.ts'
import type { CategoriesTexts } from '#i18n/studio/categories/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'

const MOVING_POLL_MS = 2000

/** The categories, polled while clips are being moved. */
export function useCategories() {
  const { setData, ...loaded } = useLoaded(() => requestAs(categoryLines, undefined))
  const { data, reload } = loaded
  const lines = data?.categories ?? []
  const isMoving = lines.some(({ moving_to }) => moving_to !== null)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, MOVING_POLL_MS)
    return () => clearInterval(timer)
  }, [isMoving])

  /** Shows the new order at once, and saves it; if that fails, the old one returns. @throws as requestAs() */
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

  return { lines, former: data?.former ?? [], loaded, move }
}

/** Text for the server's refusal: by its code, or by the code of the wrong field. */
export function refusalText(error: unknown, t: CategoriesTexts): string {
  console.warn('A category could not be changed', error)
  if (!(error instanceof ApiError)) return t.failed
  const { status, message } = error.answer
  const code = Object.keys(t.problems).find((each) => status === each || message.includes(each))
  return (code && t.problems[code]) || t.failed
}

/** A category as the studio's page names it. */
export const nameOf = ({ label, label_ja }: Pick<CategoryLine, 'label' | 'label_ja'>): string =>
  (pageLocale() === 'ja' && label_ja) || label
