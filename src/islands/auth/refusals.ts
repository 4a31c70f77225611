import { RegisterInput } from '#contract/accounts.ts'
import { ApiError } from '#contract/request.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import type { Refusal } from './use-form.ts'
import { withWait } from './with-wait.ts'

/** The specification's order: the toast names the first wrong field. */
const REGISTER_FIELDS = ['password', 'email', 'name'] as const
export type RegisterField = (typeof REGISTER_FIELDS)[number]

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

/** Undefined if the values are valid. */
export function registrationRefusal(
  values: Record<RegisterField, string>,
  texts: AuthTexts,
): Refusal<RegisterField> | undefined {
  const empty = emptyFields(values, REGISTER_FIELDS, texts)
  if (empty) return empty
  const { success, error } = RegisterInput.safeParse(values)
  if (success) return undefined
  const fields: Partial<Record<RegisterField, string>> = {}
  for (const { path, message } of error.issues) {
    const field = REGISTER_FIELDS.find((name) => name === path[0])
    if (field) fields[field] ??= wrongText(field, message, texts)
  }
  const first = REGISTER_FIELDS.find((name) => fields[name])
  return { summary: (first && fields[first]) ?? texts.reasons.unexpected, fields }
}

function wrongText(field: RegisterField, code: string, { wrong }: AuthTexts): string {
  if (field === 'password') return code === 'passwordTooLong' ? wrong.passwordTooLong : wrong.passwordTooShort
  return wrong[field]
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
