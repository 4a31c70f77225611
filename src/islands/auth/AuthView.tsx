import type { SignedIn } from '#contract/accounts.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SurveyForm } from './SurveyForm.tsx'

export type View = 'register' | 'login' | 'forgotten' | 'mailSent' | 'survey'

export interface AuthViewProps {
  view: View
  texts: AuthTexts
  locale: Locale
  earlyPilot: boolean
  onView: (view: View) => void
  onSignedIn: (answer: SignedIn, by: 'register' | 'login') => void
  onClose: () => void
}

export function viewTitle(view: View, texts: AuthTexts): string {
  return view === 'mailSent' ? texts.forgotten.doneTitle : texts[view].title
}

export function AuthView({ view, texts, locale, earlyPilot, onView, onSignedIn, onClose }: AuthViewProps) {
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
          onRegister={() => onView('register')}
          onForgotten={() => onView('forgotten')}
        />
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
