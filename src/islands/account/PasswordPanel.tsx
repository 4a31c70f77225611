import { changePassword } from '#contract/accounts/account-calls.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { signIn } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { FormProblem } from '../auth/Field.tsx'
import { NewPasswordField, PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, fieldRefusal, type Refusal, reasonOf, refusedFields } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'
import { Panel } from './Panel.tsx'

const NAMES = ['current_password', 'new_password'] as const
type PasswordName = (typeof NAMES)[number]

/** @param email of the account; password managers store the new password for it */
export function PasswordPanel({ email }: { email: string }) {
  const locale = pageLocale()
  const t = memberTexts(locale).password
  const auth = authTexts(locale)
  const { form, refusal, busy } = useForm<PasswordName>(async (values, signal) => {
    // Loaded late, since schemas are large.
    const { ChangePasswordInput } = await import('#contract/accounts/accounts.ts')
    const wrong =
      emptyFields(values, NAMES, auth) ??
      refusedFields(ChangePasswordInput.safeParse(values), NAMES, auth.wrong)
    if (wrong) return wrong
    signIn(await requestAs(changePassword, values, { signal }))
    form.ref.current?.reset()
    showToast({ kind: 'success', text: t.done })
    return undefined
  }, refusalOf)

  function refusalOf(error: unknown): Refusal<PasswordName> {
    if (codeOf(error) === 'PASSWORD_WRONG') return fieldRefusal('current_password', t.wrong)
    const summary = reasonOf(error, auth)
    return codeOf(error) === 'PASSWORD_TOO_COMMON' ? fieldRefusal('new_password', summary) : { summary }
  }

  return (
    <Panel title={t.title}>
      <form {...form} className="stack-4 panel-form">
        <input hidden type="text" autoComplete="username" value={email} readOnly />
        <PasswordField
          name="current_password"
          label={t.current}
          problem={refusal?.fields?.current_password}
          autoComplete="current-password"
          texts={auth}
        />
        <NewPasswordField
          name="new_password"
          label={t.next}
          problem={refusal?.fields?.new_password}
          texts={auth}
        />
        <FormProblem refusal={refusal} />
        <SubmitButton busy={busy} texts={t} />
      </form>
    </Panel>
  )
}
