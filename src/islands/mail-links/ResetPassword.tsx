import { useEffect, useState } from 'react'
import { resetPassword } from '#contract/account-calls.ts'
import { ResetPasswordInput } from '#contract/accounts.ts'
import { request } from '#contract/request.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { forget } from '#stores/auth/auth.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { ForgottenForm } from '../auth/ForgottenForm.tsx'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'
import { takeMailedToken } from './mailed-token.ts'
import { Step } from './Step.tsx'

type State = 'asking' | 'done' | 'expired' | 'missing' | 'mailed'

/** Sets a new password with the token of a mailed link; offers a new mail if the token is invalid. */
export function ResetPassword() {
  const locale = pageLocale()
  const t = memberTexts(locale).reset
  const auth = authTexts(locale)
  const [token, setToken] = useState<string>()
  const [state, setState] = useState<State>('asking')

  useEffect(() => {
    const taken = takeMailedToken()
    setToken(taken)
    if (!taken) setState('missing')
  }, [])

  if (token === undefined) return <div className="step" />
  if (state === 'asking') return <NewPassword token={token} onDone={setState} />
  if (state === 'done')
    return (
      <Step title={t.doneTitle} text={t.done}>
        <button type="button" className="button" onClick={logIn} aria-haspopup="dialog">
          {memberTexts(locale).signIn}
        </button>
      </Step>
    )
  if (state === 'mailed') return <Step title={auth.forgotten.doneTitle} text={auth.forgotten.done} />
  return (
    <Step
      title={state === 'expired' ? t.expiredTitle : t.missingTitle}
      text={state === 'expired' ? t.expired : t.missing}
    >
      <ForgottenForm texts={auth} onDone={() => setState('mailed')} onLogin={logIn} />
    </Step>
  )
}

function logIn() {
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'login', then: () => location.assign(localizedLink('/account')) })
}

interface NewPasswordProps {
  token: string
  onDone: (state: 'done' | 'expired') => void
}

function NewPassword({ token, onDone }: NewPasswordProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).reset
  const auth = authTexts(locale)
  const { form, refusal, busy, onSubmit } = useForm<'password'>(async ({ password }, signal) => {
    if (!password) return { summary: auth.wrong.empty, fields: { password: auth.wrong.empty } }
    const wrong = ResetPasswordInput.safeParse({ token, password }).error?.issues[0]?.message
    if (wrong) {
      const summary = wrong === 'passwordTooLong' ? auth.wrong.passwordTooLong : auth.wrong.passwordTooShort
      return { summary, fields: { password: summary } }
    }
    try {
      await request(resetPassword, { token, password }, { signal })
      // The server ended every session, including this browser's.
      forget()
      onDone('done')
      return undefined
    } catch (error) {
      if (codeOf(error) === 'MAIL_TOKEN_INVALID') {
        onDone('expired')
        return undefined
      }
      const reason = reasonOf(error, auth)
      const summary = t.failedBecause(reason)
      return codeOf(error) === 'PASSWORD_TOO_COMMON' ? { summary, fields: { password: reason } } : { summary }
    }
  })

  return (
    <form
      ref={form}
      className="step panel-form"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
    >
      <PasswordField
        name="password"
        label={t.password}
        hint={auth.passwordHint}
        problem={refusal?.fields?.password}
        autoComplete="new-password"
        texts={auth}
      />
      {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
      <SubmitButton busy={busy} texts={t} />
    </form>
  )
}
