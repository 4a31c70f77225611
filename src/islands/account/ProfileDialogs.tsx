import { askForNewEmail, changeName } from '#contract/account-calls.ts'
import { ChangeEmailInput, ChangeNameInput } from '#contract/accounts.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { updateUser } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Field } from '../auth/Field.tsx'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { type Refusal, useForm } from '../auth/use-form.ts'
import { AccountDialog } from './AccountDialog.tsx'

interface ProfileDialogProps {
  auth: AuthRecord
  onClose: () => void
}

export function NameDialog({ auth, onClose }: ProfileDialogProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).account
  const words = authTexts(locale)
  const { form, refusal, busy, onSubmit } = useForm<'name'>(async (values, signal) => {
    const empty = emptyFields(values, ['name'], words)
    if (empty) return empty
    const { data, success } = ChangeNameInput.safeParse(values)
    if (!success) return { summary: words.wrong.name, fields: { name: words.wrong.name } }
    try {
      await requestAs(changeName, data, { signal })
    } catch (error) {
      return { summary: reasonOf(error, words) }
    }
    updateUser({ ...auth, name: data.name })
    showToast({ kind: 'success', text: t.nameChanged })
    onClose()
    return undefined
  })
  return (
    <AccountDialog title={t.changeName} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <Field
          name="name"
          label={t.name}
          hint={t.nameHint}
          problem={refusal?.fields?.name}
          input={{ autoComplete: 'name', defaultValue: auth.name }}
        />
        <Actions refusal={refusal} busy={busy} texts={t.nameForm} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}

/** @param onAsked called after a link was mailed */
export function EmailDialog({ auth, onClose, onAsked }: ProfileDialogProps & { onAsked: () => void }) {
  const locale = pageLocale()
  const texts = memberTexts(locale)
  const t = texts.account
  const words = authTexts(locale)
  const { form, refusal, busy, onSubmit } = useForm<'email' | 'password'>(async (values, signal) => {
    const empty = emptyFields(values, ['email', 'password'], words)
    if (empty) return empty
    const { data, success } = ChangeEmailInput.safeParse(values)
    if (!success) return { summary: words.wrong.email, fields: { email: words.wrong.email } }
    try {
      await requestAs(askForNewEmail, data, { signal })
    } catch (error) {
      return emailRefusal(error)
    }
    onAsked()
    if (data.email !== auth.email) showToast({ kind: 'success', text: t.verifySent(data.email) })
    onClose()
    return undefined
  })

  function emailRefusal(error: unknown): Refusal<'email' | 'password'> {
    const code = codeOf(error)
    if (code === 'PASSWORD_WRONG')
      return { summary: texts.password.wrong, fields: { password: texts.password.wrong } }
    if (code === 'EMAIL_TAKEN') return { summary: t.emailTaken, fields: { email: t.emailTaken } }
    return { summary: reasonOf(error, words) }
  }

  return (
    <AccountDialog title={t.changeEmail} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <p>{t.emailLead}</p>
        <Field
          name="email"
          label={t.newEmail}
          problem={refusal?.fields?.email}
          input={{ type: 'email', autoComplete: 'email' }}
        />
        <PasswordField
          name="password"
          label={texts.password.current}
          problem={refusal?.fields?.password}
          autoComplete="current-password"
          texts={words}
        />
        <Actions refusal={refusal} busy={busy} texts={t.emailForm} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}

interface ActionsProps {
  refusal: Refusal | undefined
  busy: boolean
  texts: { submit: string; busy: string; keep: string }
  onClose: () => void
}

function Actions({ refusal, busy, texts, onClose }: ActionsProps) {
  return (
    <>
      {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
      <div className="panel-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {texts.keep}
        </button>
        <SubmitButton busy={busy} texts={texts} />
      </div>
    </>
  )
}
