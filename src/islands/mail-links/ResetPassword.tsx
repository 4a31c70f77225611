import { useEffect, useState } from 'react'
import { resetPassword } from '#contract/accounts/account-calls.ts'
import { ResetPasswordInput } from '#contract/accounts/accounts.ts'
import { request } from '#contract/request.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { forget } from '#stores/auth/auth.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Button } from '../auth/buttons.tsx'
import { FormProblem } from '../auth/Field.tsx'
import { ForgottenForm } from '../auth/ForgottenForm.tsx'
import { NewPasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, type Refusal, reasonOf, refusedFields } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'
import { Step, takeMailedToken } from './Step.tsx'

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
        <Button onClick={logIn} aria-haspopup="dialog">
          {memberTexts(locale).signIn}
        </Button>
      </Step>
    )
  if (state === 'mailed') return <Step title={auth.forgotten.doneTitle} text={auth.forgotten.done} />
  return (
    <Step title={t[`${state}Title`]} text={t[state]}>
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
  const { form, refusal, busy } = useForm<'password'>(async (values, signal) => {
    const input = { token, password: values.password }
    const wrong =
      emptyFields(values, ['password'], auth) ??
      refusedFields(ResetPasswordInput.safeParse(input), ['password'], auth.wrong)
    if (wrong) return wrong
    await request(resetPassword, input, { signal })
    // The server ended every session, including this browser's.
    forget()
    onDone('done')
    return undefined
  }, refusalOf)

  function refusalOf(error: unknown): Refusal<'password'> | undefined {
    if (codeOf(error) === 'MAIL_TOKEN_INVALID') return void onDone('expired')
    const reason = reasonOf(error, auth)
    const summary = t.failedBecause(reason)
    return codeOf(error) === 'PASSWORD_TOO_COMMON' ? { summary, fields: { password: reason } } : { summary }
  }

  return (
    <form {...form} className="step stack-4 panel-form">
      <NewPasswordField name="password" label={t.password} problem={refusal?.fields?.password} texts={auth} />
      <FormProblem refusal={refusal} />
      <SubmitButton busy={busy} texts={t} />
    </form>
  )
}
