import { ChangePasswordInput } from '#contract/accounts.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import type { Refusal } from '../auth/use-form.ts'

export type PasswordName = 'current_password' | 'new_password'

/** Undefined if both are valid, as far as the browser can tell. */
export function passwordRefusal(
  values: Record<PasswordName, string>,
  { wrong }: AuthTexts,
): Refusal<PasswordName> | undefined {
  const fields: Refusal<PasswordName>['fields'] = {}
  for (const name of ['current_password', 'new_password'] as const)
    if (values[name] === '') fields[name] = wrong.empty
  if (Object.keys(fields).length > 0) return { summary: wrong.empty, fields }
  const { success, error } = ChangePasswordInput.safeParse(values)
  if (success) return undefined
  const tooLong = error.issues.some(({ message }) => message === 'passwordTooLong')
  const summary = tooLong ? wrong.passwordTooLong : wrong.passwordTooShort
  return { summary, fields: { new_password: summary } }
}
