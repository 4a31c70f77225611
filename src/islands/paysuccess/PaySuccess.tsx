import { useEffect, useRef, useState } from 'react'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { BillingTexts } from '#i18n/billing/texts.ts'
import { fill } from '#i18n/template.ts'
import { $auth } from '#stores/auth/auth.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { confirmPayment, type PaymentOutcome, takeSession } from '#stores/billing/payment-success.ts'
import { takePreviousPage } from '#stores/billing/previous-pay-page.ts'
import { showToast } from '#stores/toasts.ts'
import { reasonOf } from '../auth/refusals.ts'
import { contactAction } from '../shell/contact-action.ts'
import { Waves } from '../shell/Waves.tsx'

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
  const { success } = texts
  const outcome = state === 'member' ? 'welcome' : state

  // Announces the result after the wait.
  useEffect(() => {
    if (state !== 'waiting') heading.current?.focus()
  }, [state])

  /** Every outcome has one. */
  function nextStep() {
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

  return (
    <div className="pay-outcome" data-state={state} aria-busy={state === 'waiting'}>
      {state === 'member' ? <Tick /> : <Waves />}
      <h1 ref={heading} key={state} tabIndex={-1}>
        {success[outcome]}
      </h1>
      <p key={`${outcome}Text`}>{success[`${outcome}Text`]}</p>
      {nextStep()}
    </div>
  )
}

function Tick() {
  return (
    <svg viewBox="0 0 120 60" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
      <path d="m36 32 16 16 34-36" strokeWidth="5" strokeLinejoin="round" />
    </svg>
  )
}

type PaymentState = 'waiting' | PaymentOutcome | 'failed'

/** Delays before an unconfirmed payment is checked again; then a button does it. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000]

/** The outcome of the payment; `check` checks again. @param onFailure gets the error if the outcome is unknown */
function usePayment(onFailure: (error: unknown) => void): { state: PaymentState; check: () => void } {
  const [state, setState] = useState<PaymentState>('waiting')
  const session = useRef<string>(undefined)
  const fail = useRef(onFailure)
  fail.current = onFailure
  const [round, setRound] = useState(0)

  useEffect(() => {
    session.current ??= takeSession()
    const gone = new AbortController()
    setState('waiting')
    follow(session.current, gone.signal).then(
      (outcome) => gone.signal.aborted || setState(outcome),
      (error) => {
        if (gone.signal.aborted) return
        setState('failed')
        fail.current(error)
      },
    )
    return () => gone.abort()
  }, [round])

  const check = () => setRound((value) => value + 1)
  // Checks again after a sign-in, here or in another tab.
  useEffect(() => {
    return state === 'signedOut' ? $auth.listen((record) => record && check()) : undefined
  }, [state])
  return { state, check }
}

async function follow(session: string | undefined, signal: AbortSignal): Promise<PaymentOutcome> {
  for (const pause of RETRY_DELAYS_MS) {
    const outcome = await confirmPayment(session)
    if (outcome !== 'pending' || signal.aborted) return outcome
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return confirmPayment(session)
}
