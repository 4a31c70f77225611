import type { SignedIn } from '#contract/accounts.ts'
import type { SecondFactorAsked } from '#contract/factors.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SurveyForm } from './SurveyForm.tsx'

export type View = 'register' | 'login' | 'secondStep' | 'forgotten' | 'mailSent' | 'survey'

const SecondFactorForm = lateDialog(
  async () => (await import('../proof/SecondFactorForm.tsx')).SecondFactorForm,
)

export interface AuthViewProps {
  view: View
  /** The answer to a right password. */
  asked: SecondFactorAsked | undefined
  texts: AuthTexts
  locale: Locale
  earlyPilot: boolean
  onView: (view: View) => void
  onSecondStep: (asked: SecondFactorAsked) => void
  onSignedIn: (answer: SignedIn, by: 'register' | 'login') => void
  onClose: () => void
}

export function viewTitle(view: View, texts: AuthTexts): string {
  return view === 'mailSent' ? texts.forgotten.doneTitle : texts[view].title
}

export function AuthView({ view, asked, onView, onSecondStep, onSignedIn, onClose, ...rest }: AuthViewProps) {
  const { texts, locale, earlyPilot } = rest
  const toLogin = () => onView('login')
  switch (view) {
    case 'register':
      return (
        <RegisterForm
          texts={texts}
          locale={locale}
          earlyPilot={earlyPilot}
          onSignedIn={(answer) => onSignedIn(answer, 'register')}
          onLogin={toLogin}
        />
      )
    case 'login':
      return (
        <LoginForm
          texts={texts}
          onSignedIn={(answer) => onSignedIn(answer, 'login')}
          onSecondStep={onSecondStep}
          onRegister={() => onView('register')}
          onForgotten={() => onView('forgotten')}
        />
      )
    case 'secondStep':
      return (
        asked && (
          <SecondFactorForm
            asked={asked}
            onSignedIn={(answer) => onSignedIn(answer, 'login')}
            onClose={toLogin}
          />
        )
      )
    case 'forgotten':
      return <ForgottenForm texts={texts} onDone={() => onView('mailSent')} onLogin={toLogin} />
    case 'mailSent':
      return (
        <>
          <p role="status">{texts.forgotten.done}</p>
          <button type="button" className="button submit" onClick={toLogin} data-first>
            {texts.forgotten.back}
          </button>
        </>
      )
    case 'survey':
      return <SurveyForm texts={texts} onDone={onClose} />
  }
}
