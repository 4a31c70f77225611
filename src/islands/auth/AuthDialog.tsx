import { useEffect, useId, useRef, useState } from 'react'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { SecondFactorAsked } from '#contract/accounts/factors.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { $auth, signIn } from '#stores/auth/auth.ts'
import { continueAfterSignIn, type SignInRequest } from '#stores/auth/dialog.ts'
import { showToast } from '#stores/toasts.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SurveyForm } from './SurveyForm.tsx'
import { useBackdrop, useModal } from './use-modal.ts'

const SecondFactorForm = lateDialog(
  async () => (await import('../proof/SecondFactorForm.tsx')).SecondFactorForm,
)

type View = 'register' | 'login' | 'secondStep' | 'forgotten' | 'mailSent' | 'survey'

export interface AuthDialogProps {
  request: SignInRequest
  locale: Locale
  survey: boolean
  /** Since when the shop's own terms hold. */
  termsDay?: string | undefined
  plainSignUp?: boolean | undefined
  /** Also when its code cannot be loaded. */
  onClose: () => void
}

/** Sign-up, login and forgotten password in a modal dialog, open while mounted. */
export function AuthDialog({ request, locale, survey, termsDay, plainSignUp, onClose }: AuthDialogProps) {
  const texts = authTexts(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const [view, setView] = useState<View>(request.view)
  const [asked, setAsked] = useState<SecondFactorAsked>()
  const signedInHere = useRef(false)
  const titleId = useId()
  const toLogin = () => setView('login')
  // The visitor followed an early tester's link.
  const earlyPilot = !plainSignUp && location.href.includes('early_access')

  useModal(dialog)
  // Another tab signed in, so the dialog is no longer needed.
  useEffect(() => $auth.listen((record) => record && !signedInHere.current && finish(dialog.current)), [])
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[data-first], input')?.focus(), [view])

  function onSignedIn(answer: SignedIn, kind: 'register' | 'login') {
    signedInHere.current = true
    signIn(answer)
    const showSurvey = survey && kind === 'register'
    if (showSurvey) setView('survey')
    else finish(dialog.current)
    showToast({ kind: 'success', text: texts[kind].done })
  }

  function close() {
    // People who skip the survey are signed up, too.
    if (signedInHere.current) finish(dialog.current)
    else onClose()
  }

  function content() {
    switch (view) {
      case 'register':
        return (
          <RegisterForm
            texts={texts}
            locale={locale}
            earlyPilot={earlyPilot}
            termsDay={termsDay}
            onSignedIn={(answer) => onSignedIn(answer, 'register')}
            onLogin={toLogin}
          />
        )
      case 'login':
        return (
          <LoginForm
            texts={texts}
            onSignedIn={(answer) => onSignedIn(answer, 'login')}
            onSecondStep={(answer) => {
              setAsked(answer)
              setView('secondStep')
            }}
            onRegister={() => setView('register')}
            onForgotten={() => setView('forgotten')}
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
        return <ForgottenForm texts={texts} onDone={() => setView('mailSent')} onLogin={toLogin} />
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
        return <SurveyForm texts={texts} onDone={close} />
    }
  }

  return (
    <dialog ref={dialog} className="auth" aria-labelledby={titleId} onClose={close} {...useBackdrop(close)}>
      <div className="auth-panel">
        <button type="button" className="icon-button auth-close" aria-label={texts.close} onClick={close}>
          <svg
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="m5 5 10 10M15 5 5 15" />
          </svg>
        </button>
        <h2 id={titleId}>{view === 'mailSent' ? texts.forgotten.doneTitle : texts[view].title}</h2>
        {earlyPilot && <p className="auth-badge">{texts.earlyPilot}</p>}
        {content()}
      </div>
    </dialog>
  )
}

/** Runs the waiting action. The focus returns to its button, or to the account if the button is gone. */
function finish(dialog: HTMLDialogElement | null): void {
  dialog?.close()
  const focused = document.activeElement
  if (focused === document.body || !focused?.checkVisibility())
    document.querySelector<HTMLElement>('.header-account')?.focus()
  void continueAfterSignIn()
}
