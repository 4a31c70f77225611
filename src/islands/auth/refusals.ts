import { ApiError } from '#contract/request.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import type { Refusal } from './use-form.ts'
import { withWait } from './with-wait.ts'

/** All empty fields. Spaces alone count as a password, but not as a name or an address. */
export function emptyFields<Name extends string>(
  values: Record<Name, string>,
  names: readonly Name[],
  { wrong }: AuthTexts,
): Refusal<Name> | undefined {
  const empty = names.filter((name) => (name === 'password' ? values[name] : values[name].trim()) === '')
  if (empty.length === 0) return undefined
  const fields: Partial<Record<Name, string>> = {}
  for (const name of empty) fields[name] = wrong.empty
  return { summary: wrong.empty, fields }
}

/** Text for a failed request: by the server's code, its message, or that it was unreachable. */
export function reasonOf(error: unknown, { reasons }: AuthTexts): string {
  if (!(error instanceof ApiError)) return isUnreachable(error) ? reasons.offline : reasons.unexpected
  const { status, message } = error.answer
  return isReason(status, reasons) ? withWait(reasons[status], error) : message || reasons.unexpected
}

/** The server's error code; undefined without an answer. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.answer.status : undefined
}

function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException
}

function isReason(status: string, reasons: AuthTexts['reasons']): status is keyof AuthTexts['reasons'] {
  return Object.hasOwn(reasons, status)
}
