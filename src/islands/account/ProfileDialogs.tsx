import { askForNewEmail, changeName } from '#contract/accounts/account-calls.ts'
import { ChangeEmailInput, ChangeNameInput } from '#contract/accounts/accounts.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { updateUser } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Field } from '../auth/Field.tsx'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, fieldRefusal, type Refusal, reasonOf, refusedFields } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { FormDialog } from './FormDialog.tsx'

interface ProfileDialogProps {
  auth: AuthRecord
  onClose: () => void
}

export function NameDialog({ auth, onClose }: ProfileDialogProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).account
  const words = authTexts(locale)
  const state = useForm<'name'>(async (values, signal) => {
    const empty = emptyFields(values, ['name'], words)
    if (empty) return empty
    const input = ChangeNameInput.safeParse(values)
    if (!input.success) return refusedFields(input, ['name'], words.wrong)
    await requestAs(changeName, input.data, { signal })
    updateUser({ ...auth, ...input.data })
    showToast({ kind: 'success', text: t.nameChanged })
    onClose()
    return undefined
  })
  return (
    <FormDialog title={t.changeName} state={state} texts={t.nameForm} onClose={onClose}>
      <Field
        name="name"
        label={t.name}
        hint={t.nameHint}
        problem={state.refusal?.fields?.name}
        input={{ autoComplete: 'name', defaultValue: auth.name }}
      />
    </FormDialog>
  )
}

/** @param onAsked called after a link was mailed */
export function EmailDialog({ auth, onClose, onAsked }: ProfileDialogProps & { onAsked: () => void }) {
  const locale = pageLocale()
  const { account: t, password } = memberTexts(locale)
  const words = authTexts(locale)
  const state = useForm<'email' | 'password'>(async (values, signal) => {
    const empty = emptyFields(values, ['email', 'password'], words)
    if (empty) return empty
    const input = ChangeEmailInput.safeParse(values)
    if (!input.success)
      return refusedFields(input, ['email', 'password'], { ...words.wrong, password: password.wrong })
    await requestAs(askForNewEmail, input.data, { signal })
    onAsked()
    const { email } = input.data
    if (email !== auth.email) showToast({ kind: 'success', text: t.verifySent(email) })
    onClose()
    return undefined
  }, refusalOf)
  const { fields } = state.refusal ?? {}

  function refusalOf(error: unknown): Refusal<'email' | 'password'> {
    if (codeOf(error) === 'PASSWORD_WRONG') return fieldRefusal('password', password.wrong)
    if (codeOf(error) === 'EMAIL_TAKEN') return fieldRefusal('email', t.emailTaken)
    return { summary: reasonOf(error, words) }
  }

  return (
    <FormDialog title={t.changeEmail} state={state} texts={t.emailForm} onClose={onClose}>
      <p>{t.emailLead}</p>
      <Field
        name="email"
        label={t.newEmail}
        problem={fields?.email}
        input={{ type: 'email', autoComplete: 'email' }}
      />
      <PasswordField
        name="password"
        label={password.current}
        problem={fields?.password}
        autoComplete="current-password"
        texts={words}
      />
    </FormDialog>
  )
}
