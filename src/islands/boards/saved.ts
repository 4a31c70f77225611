import { ApiError } from '#contract/request.ts'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'

/** What a call answers; undefined if it failed, which a toast has said. */
export async function saved<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    console.warn('A collection could not be saved', error)
    const t = boardsTexts(pageLocale())
    const isFull = error instanceof ApiError && error.answer.status === 'SET_FULL'
    showToast({ kind: 'error', text: isFull ? t.full(BOARD_LIMITS.boards, BOARD_LIMITS.clips) : t.failed })
    return undefined
  }
}
