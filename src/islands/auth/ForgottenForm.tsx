import { askForPasswordMail } from '#contract/accounts/account-calls.ts'
import { ForgottenPasswordInput } from '#contract/accounts/accounts.ts'
import { request } from '#contract/request.ts'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import { LinkButton } from './buttons.tsx'
import { Field, FormProblem } from './Field.tsx'
import { emptyFields, reasonOf, refusedFields } from './refusals.ts'
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
  const { form, refusal, busy } = useForm<'email'>(
    async (values, signal) => {
      const wrong =
        emptyFields(values, ['email'], texts) ??
        refusedFields(ForgottenPasswordInput.safeParse(values), ['email'], texts.wrong)
      if (wrong) return wrong
      await request(askForPasswordMail, { email: values.email }, { signal })
      onDone()
      return undefined
    },
    (error) => ({ summary: t.failedBecause(reasonOf(error, texts)) }),
  )

  return (
    <form {...form}>
      <p>{t.lead}</p>
      <Field
        name="email"
        label={texts.email}
        problem={refusal?.fields?.email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <FormProblem refusal={refusal} />
      <SubmitButton busy={busy} texts={t} />
      <p className="auth-switch">
        <LinkButton onClick={onLogin}>{t.back}</LinkButton>
      </p>
    </form>
  )
}
