import { deleteAccount } from '#contract/accounts/account-calls.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { forget } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, fieldRefusal, reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { FormDialog } from './FormDialog.tsx'

export interface DeleteDialogProps {
  onClose: () => void
  onDeleted: () => void
}

/** Asks for the password and a confirmation before an account is deleted. */
export function DeleteDialog({ onClose, onDeleted }: DeleteDialogProps) {
  const locale = pageLocale()
  const texts = memberTexts(locale)
  const t = texts.data
  const auth = authTexts(locale)
  const state = useForm<'password' | 'understood'>(
    async (values, signal) => {
      const empty = emptyFields(values, ['password'], auth)
      if (empty) return empty
      if (!values.understood) return fieldRefusal('understood', t.notUnderstood)
      await requestAs(deleteAccount, { password: values.password }, { signal })
      onDeleted()
      forget()
      return undefined
    },
    (error) =>
      codeOf(error) === 'PASSWORD_WRONG'
        ? fieldRefusal('password', texts.password.wrong)
        : { summary: reasonOf(error, auth) },
  )
  const { fields } = state.refusal ?? {}
  const buttons = { submit: t.delete, busy: t.busy, keep: t.keep }

  return (
    <FormDialog title={t.deleteTitle} state={state} texts={buttons} onClose={onClose}>
      <p>{t.deleteWarning}</p>
      <PasswordField
        name="password"
        label={t.password}
        problem={fields?.password}
        autoComplete="current-password"
        texts={auth}
      />
      <label className="check">
        <input
          type="checkbox"
          name="understood"
          aria-invalid={fields?.understood !== undefined}
          aria-describedby="understood-problem"
        />
        {t.understood}
      </label>
      <p className="field-problem" id="understood-problem">
        {fields?.understood}
      </p>
    </FormDialog>
  )
}
