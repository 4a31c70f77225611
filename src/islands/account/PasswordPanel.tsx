import { changePassword } from '#contract/account-calls.ts'
import { type AuthTexts, authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { signIn } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { type Refusal, useForm } from '../auth/use-form.ts'
import { Panel } from './Panel.tsx'
import type { PasswordName } from './password-refusal.ts'

/** @param email of the account; password managers store the new password for it */
export function PasswordPanel({ email }: { email: string }) {
  const locale = pageLocale()
  const t = memberTexts(locale).password
  const auth = authTexts(locale)
  const { form, refusal, busy, onSubmit } = useForm<PasswordName>(async (values, signal) => {
    try {
      // Loaded late, because of the schemas that come with it.
      const { passwordRefusal } = await import('./password-refusal.ts')
      const wrong = passwordRefusal(values, auth)
      if (wrong) return wrong
      signIn(await requestAs(changePassword, values, { signal }))
      form.current?.reset()
      showToast({ kind: 'success', text: t.done })
      return undefined
    } catch (error) {
      return refusalOf(error, t.wrong, auth)
    }
  })

  return (
    <Panel title={t.title}>
      <form ref={form} className="panel-form" method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <input hidden type="text" autoComplete="username" value={email} readOnly />
        <PasswordField
          name="current_password"
          label={t.current}
          problem={refusal?.fields?.current_password}
          autoComplete="current-password"
          texts={auth}
        />
        <PasswordField
          name="new_password"
          label={t.next}
          hint={auth.passwordHint}
          problem={refusal?.fields?.new_password}
          autoComplete="new-password"
          texts={auth}
        />
        {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
        <SubmitButton busy={busy} texts={t} />
      </form>
    </Panel>
  )
}

function refusalOf(error: unknown, wrong: string, auth: AuthTexts): Refusal<PasswordName> {
  const code = codeOf(error)
  if (code === 'PASSWORD_WRONG') return { summary: wrong, fields: { current_password: wrong } }
  const summary = reasonOf(error, auth)
  return code === 'PASSWORD_TOO_COMMON' ? { summary, fields: { new_password: summary } } : { summary }
}
