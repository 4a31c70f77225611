import { RegisterInput } from '#contract/accounts.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import { emptyFields } from './refusals.ts'
import type { Refusal } from './use-form.ts'

/** The specification's order: the toast names the first wrong field. */
const REGISTER_FIELDS = ['password', 'email', 'name'] as const
export type RegisterField = (typeof REGISTER_FIELDS)[number]

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
