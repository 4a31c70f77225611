import { deleteAccount } from '#contract/account-calls.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { forget } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'
import { AccountDialog } from './AccountDialog.tsx'

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
  const { form, refusal, busy, onSubmit } = useForm<'password' | 'understood'>(async (values, signal) => {
    if (!values.password) return { summary: auth.wrong.empty, fields: { password: auth.wrong.empty } }
    if (!values.understood) return { summary: t.notUnderstood, fields: { understood: t.notUnderstood } }
    try {
      await requestAs(deleteAccount, { password: values.password }, { signal })
      onDeleted()
      forget()
      return undefined
    } catch (error) {
      const wrong = codeOf(error) === 'PASSWORD_WRONG'
      const summary = wrong ? texts.password.wrong : reasonOf(error, auth)
      return wrong ? { summary, fields: { password: summary } } : { summary }
    }
  })

  return (
    <AccountDialog title={t.deleteTitle} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <p>{t.deleteWarning}</p>
        <PasswordField
          name="password"
          label={t.password}
          problem={refusal?.fields?.password}
          autoComplete="current-password"
          texts={auth}
        />
        <label className="check">
          <input
            type="checkbox"
            name="understood"
            aria-invalid={refusal?.fields?.understood !== undefined}
            aria-describedby="understood-problem"
          />
          {t.understood}
        </label>
        <p className="field-problem" id="understood-problem">
          {refusal?.fields?.understood}
        </p>
        {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
        <div className="panel-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {t.keep}
          </button>
          <SubmitButton busy={busy} texts={{ submit: t.delete, busy: t.busy }} />
        </div>
      </form>
    </AccountDialog>
  )
}
