import { register } from '#contract/accounts/account-calls.ts'
import { RegisterInput, type SignedIn } from '#contract/accounts/accounts.ts'
import { request } from '#contract/request.ts'
import { localePath } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { $signInRequest } from '#stores/auth/dialog.ts'
import { LinkButton } from './buttons.tsx'
import { Field, FormProblem } from './Field.tsx'
import { NewPasswordField } from './PasswordField.tsx'
import { codeOf, emptyFields, fieldRefusal, type Refusal, reasonOf, refusedFields } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm, type Values } from './use-form.ts'

/** The specification's order: the toast names the first wrong field. */
const FIELDS = ['password', 'email', 'name'] as const
type RegisterField = (typeof FIELDS)[number]

export interface RegisterFormProps {
  texts: AuthTexts
  locale: Locale
  earlyPilot: boolean
  /** Since when the shop's own terms hold. */
  termsDay?: string | undefined
  onSignedIn: (answer: SignedIn) => void
  onLogin: () => void
}

export function RegisterForm({
  texts,
  locale,
  earlyPilot,
  termsDay,
  onSignedIn,
  onLogin,
}: RegisterFormProps) {
  const t = texts.register
  const { form, refusal, busy } = useForm<RegisterField>(async (values, signal) => {
    const wrong = registrationRefusal(values, texts)
    if (wrong) return wrong
    const testerKey = $signInRequest.get()?.testerKey
    const answer = await request(register, { ...values, earlyPilot, locale, testerKey }, { signal })
    if (answer.status === 'EMAIL_EXISTS') return fieldRefusal('email', t.emailExists)
    if (!answer.user) return { summary: t.failed }
    onSignedIn(answer)
    return undefined
  }, refusalOf)

  function refusalOf(error: unknown): Refusal<RegisterField> {
    const reason = reasonOf(error, texts)
    const summary = t.failedBecause(reason)
    return codeOf(error) === 'PASSWORD_TOO_COMMON' ? { summary, fields: { password: reason } } : { summary }
  }

  return (
    <form {...form}>
      <Field
        name="name"
        label={texts.name}
        problem={refusal?.fields?.name}
        input={{ type: 'text', autoComplete: 'name' }}
      />
      <Field
        name="email"
        label={texts.email}
        problem={refusal?.fields?.email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <NewPasswordField
        name="password"
        label={texts.password}
        problem={refusal?.fields?.password}
        texts={texts}
      />
      <FormProblem refusal={refusal} />
      <SubmitButton busy={busy} texts={t} activity="REGISTER_CLICK" />
      <p className="auth-small">
        {t.agree.before}
        <a
          href={localePath(locale, termsDay ? `/terms/${termsDay}` : '/terms')}
          target="_blank"
          rel="noopener"
          data-activity="TERMS_CLICK"
        >
          {t.agree.terms}
        </a>
        {termsDay && t.agree.since(dateText(locale, termsDay, 'UTC'))}
        {t.agree.and}
        <a href={localePath(locale, '/privacy')} target="_blank" rel="noopener" data-activity="PRIVACY_CLICK">
          {t.privacy.name}
        </a>
        {t.privacy.after}
      </p>
      <p className="auth-switch">
        {t.instead} <LinkButton onClick={onLogin}>{t.switch}</LinkButton>
      </p>
    </form>
  )
}

/** Undefined if the values are valid. */
export function registrationRefusal(
  values: Values<RegisterField>,
  texts: AuthTexts,
): Refusal<RegisterField> | undefined {
  return (
    emptyFields(values, FIELDS, texts) ?? refusedFields(RegisterInput.safeParse(values), FIELDS, texts.wrong)
  )
}
