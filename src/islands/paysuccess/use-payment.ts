import { useEffect, useRef, useState } from 'react'
import { $auth } from '#stores/auth/auth.ts'
import { confirmPayment, type PaymentOutcome, takeSession } from '#stores/billing/payment-success.ts'

export type PaymentState = 'waiting' | PaymentOutcome | 'failed'

/** Delays before an unconfirmed payment is checked again; then a button does it. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000]

/** The outcome of the payment; `check` checks again. @param onFailure gets the error if the outcome is unknown */
export function usePayment(onFailure: (error: unknown) => void): { state: PaymentState; check: () => void } {
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
