import { ApiError } from '#contract/request.ts'
import { waitWords } from '#domain/people/wait-words.ts'
import { fill, type Template } from '#i18n/template.ts'
import { pageLocale } from '#stores/page-locale.ts'

/** Shown if the server gives no time. */
const A_WHILE = 60

/** A text for an error, with the time to wait in its `{wait}`. */
export function withWait(text: Template<'wait'>, error: unknown): string {
  const seconds = (error instanceof ApiError && error.retryAfterSeconds) || A_WHILE
  return text.includes('{wait}') ? fill(text, { wait: waitWords(seconds, pageLocale()) }) : text
}
