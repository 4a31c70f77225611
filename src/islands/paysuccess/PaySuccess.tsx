import { useEffect, useRef } from 'react'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { BillingTexts } from '#i18n/billing-texts.ts'
import { fill } from '#i18n/template.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { takePreviousPage } from '#stores/billing/previous-pay-page.ts'
import { showToast } from '#stores/toasts.ts'
import { reasonOf } from '../auth/refusals.ts'
import { contactAction } from '../shell/contact-action.ts'
import { Waves } from '../shell/Waves.tsx'
import { type PaymentState, usePayment } from './use-payment.ts'

export interface PaySuccessProps {
  locale: Locale
  texts: Pick<BillingTexts, 'success' | 'reasons'>
  email: string
}

/** The result on the page after paying; it claims no more than the server knows. */
export function PaySuccess({ locale, texts, email }: PaySuccessProps) {
  const { state, check } = usePayment((error) => {
    console.warn('The payment could not be checked', error)
    const reason = reasonOf(error, texts)
    showToast({ kind: 'error', text: fill(texts.success.failedBecause, { reason }), ...contactAction() })
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, text } = outcomeTexts(state, texts.success)

  // Announces the result after the wait.
  useEffect(() => {
    if (state !== 'waiting') heading.current?.focus()
  }, [state])

  return (
    <div className="pay-outcome" data-state={state} aria-busy={state === 'waiting'}>
      {state === 'member' ? <Tick /> : <Waves />}
      <h1 ref={heading} key={state} tabIndex={-1}>
        {title}
      </h1>
      <p key={text}>{text}</p>
      <NextSteps state={state} locale={locale} texts={texts.success} email={email} check={check} />
    </div>
  )
}

type Outcomes = BillingTexts['success']

function outcomeTexts(state: PaymentState, texts: Outcomes): { title: string; text: string } {
  const name = state === 'member' ? 'welcome' : state
  return { title: texts[name], text: texts[`${name}Text`] }
}

interface NextStepsProps {
  state: PaymentState
  locale: Locale
  texts: Outcomes
  email: string
  check: () => void
}

/** Every outcome offers a next step. */
function NextSteps({ state, locale, texts: success, email, check }: NextStepsProps) {
  switch (state) {
    case 'waiting':
      return null
    case 'member':
      return (
        <button type="button" className="button" onClick={() => location.assign(takePreviousPage())}>
          {success.goBack}
        </button>
      )
    case 'pending':
      return (
        <button type="button" className="button" onClick={check}>
          {success.check}
        </button>
      )
    case 'none':
      return (
        <a className="button" href={localePath(locale, '/pricing')}>
          {success.pricing}
        </a>
      )
    case 'signedOut':
      return (
        <button
          type="button"
          className="button"
          aria-haspopup="dialog"
          onClick={() => askToSignIn({ view: 'login' })}
        >
          {success.logIn}
        </button>
      )
    case 'failed':
      return (
        <>
          <button type="button" className="button" onClick={check}>
            {success.retry}
          </button>
          <a href={localePath(locale, '/contact')}>{success.contact}</a>
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )
  }
}

function Tick() {
  return (
    <svg viewBox="0 0 120 60" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
      <path d="m36 32 16 16 34-36" strokeWidth="5" strokeLinejoin="round" />
    </svg>
  )
}
