import { askForPasswordMail } from '#contract/account-calls.ts'
import { ForgottenPasswordInput } from '#contract/accounts.ts'
import { request } from '#contract/request.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import { Field } from './Field.tsx'
import { emptyFields, reasonOf } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'

export interface ForgottenFormProps {
  texts: AuthTexts
  onDone: () => void
  onLogin: () => void
}

/** Requests the password mail. The answer is the same for an address without an account. */
export function ForgottenForm({ texts, onDone, onLogin }: ForgottenFormProps) {
  const t = texts.forgotten
  const { form, refusal, busy, onSubmit } = useForm<'email'>(async (values, signal) => {
    const empty = emptyFields(values, ['email'], texts)
    if (empty) return empty
    const { email } = values
    if (!ForgottenPasswordInput.safeParse({ email }).success)
      return { summary: texts.wrong.email, fields: { email: texts.wrong.email } }
    try {
      await request(askForPasswordMail, { email }, { signal })
      onDone()
      return undefined
    } catch (error) {
      return { summary: t.failedBecause(reasonOf(error, texts)) }
    }
  })

  return (
    <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
      <p>{t.lead}</p>
      <Field
        name="email"
        label={texts.email}
        problem={refusal?.fields?.email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
      <SubmitButton busy={busy} texts={t} />
      <p className="auth-switch">
        <button type="button" className="link-button" onClick={onLogin}>
          {t.back}
        </button>
      </p>
    </form>
  )
}
