import { useEffect } from 'react'
import { login } from '#contract/accounts/account-calls.ts'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { SecondFactorAsked } from '#contract/accounts/factors.ts'
import { request } from '#contract/request.ts'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import { startTry, toastUnloaded } from '#stores/toasts.ts'
import { LinkButton, QuietButton } from './buttons.tsx'
import { Field, FormProblem } from './Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { codeOf, emptyFields, type Refusal, reasonOf } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'

/** Loaded late: few people have one. */
const passkeys = () => import('../proof/passkey-login.ts')

export interface LoginFormProps {
  texts: AuthTexts
  onSignedIn: (answer: SignedIn) => void
  onSecondStep: (asked: SecondFactorAsked) => void
  onRegister: () => void
  onForgotten: () => void
}

export function LoginForm({ texts, onSignedIn, onSecondStep, onRegister, onForgotten }: LoginFormProps) {
  const t = texts.login
  const { form, refusal, busy } = useForm<'email' | 'password'>(async (values, signal) => {
    const empty = emptyFields(values, ['email', 'password'], texts)
    if (empty) return empty
    const basic = { email: values.email.trim(), password: values.password }
    const answer = await request(login, undefined, { basic, signal })
    if (answer.status === 'SECOND_FACTOR') onSecondStep(answer)
    else if (answer.user) onSignedIn(answer)
    else return { summary: t.failed }
    return undefined
  }, refusalOf)

  function refusalOf(error: unknown): Refusal<'password'> {
    const reason = reasonOf(error, texts)
    const summary = t.failedBecause(reason)
    return codeOf(error) === 'SIGN_IN_FAILED' ? { summary, fields: { password: reason } } : { summary }
  }

  useEffect(() => {
    const suggesting = passkeys().then(({ suggestPasskey }) => suggestPasskey(onSignedIn))
    suggesting.catch((error) => console.info('Passkeys cannot be suggested', error))
    return () => void passkeys().then(({ stopSuggesting }) => stopSuggesting())
  }, [])

  function logInByPasskey() {
    startTry()
    passkeys().then(({ logInByPasskey }) => logInByPasskey(onSignedIn), toastUnloaded)
  }

  return (
    <form {...form}>
      <Field
        name="email"
        label={texts.email}
        problem={refusal?.fields?.email}
        input={{ type: 'email', autoComplete: 'username webauthn' }}
      />
      <PasswordField
        name="password"
        label={texts.password}
        problem={refusal?.fields?.password}
        autoComplete="current-password"
        texts={texts}
      />
      <FormProblem refusal={refusal} />
      <button type="button" className="link-button auth-forgotten" onClick={onForgotten}>
        {t.forgotten}
      </button>
      <SubmitButton busy={busy} texts={t} activity="LOGIN_CLICK" />
      {typeof PublicKeyCredential === 'function' && (
        <QuietButton onClick={logInByPasskey}>{t.passkey}</QuietButton>
      )}
      <p className="auth-switch">
        {t.instead} <LinkButton onClick={onRegister}>{t.switch}</LinkButton>
      </p>
    </form>
  )
}
