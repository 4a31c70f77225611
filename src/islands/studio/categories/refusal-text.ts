import { ApiError } from '#contract/request.ts'
import type { CategoriesTexts } from '#i18n/studio/categories-texts.ts'

/** Text for the server's refusal: by its code, or by the code of the wrong field. */
export function refusalText(error: unknown, t: CategoriesTexts): string {
  console.warn('A category could not be changed', error)
  if (!(error instanceof ApiError)) return t.failed
  const { status, message } = error.answer
  const code = Object.keys(t.problems).find((each) => status === each || message.includes(each))
  return (code && t.problems[code]) || t.failed
}
