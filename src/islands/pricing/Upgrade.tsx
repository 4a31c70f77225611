import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { isPaid } from '#domain/membership/membership.ts'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import { $confirming, askToUpgrade, leaveCheckout } from '#stores/billing/checkout.ts'
import { rememberPage } from '#stores/billing/previous-pay-page.ts'
import { showToast } from '#stores/toasts.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import type { CheckoutTexts, ConfirmDialogProps } from './ConfirmDialog.tsx'

const ConfirmDialog = lateDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)
const YourPlan = lateDialog(async () => (await import('./YourPlan.tsx')).YourPlan)

export interface UpgradeProps extends Omit<ConfirmDialogProps, 'plan' | 'texts' | 'onClose'> {
  label: string
  texts: CheckoutTexts
  /** If set, Stripe's script is loaded for its fraud detection. */
  publishableKey?: string | undefined
}

/** The button of the PRO card, and the terms that it opens; for members their plan. */
export function Upgrade({ label, publishableKey, ...terms }: UpgradeProps) {
  const plan = useStore($confirming)
  const auth = useAuth()
  const [unloaded, setUnloaded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { checkout } = terms.texts

  function upgrade() {
    askToUpgrade(chosenPlan(), () =>
      showToast({ kind: 'info', title: checkout.alreadyPro, text: checkout.alreadyProText }),
    )
  }

  useEarlyClick(button, upgrade)
  useEffect(rememberPage, [])
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && leaveCheckout()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  useEffect(() => {
    if (publishableKey) void loadStripeScript(publishableKey)
  }, [publishableKey])

  if (auth && isPaid(auth) && !unloaded) return <YourPlan auth={auth} onClose={() => setUnloaded(true)} />
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button plan-button"
        aria-haspopup="dialog"
        data-activity="UPGRADE_CLICK"
        onClick={upgrade}
      >
        {label}
      </button>
      {plan && <ConfirmDialog key={plan} plan={plan} {...terms} onClose={leaveCheckout} />}
    </>
  )
}

/** The billing switch is plain HTML, which works before this island does. */
function chosenPlan(): Plan {
  const chosen = document.querySelector<HTMLInputElement>('input[name="billing"]:checked')?.value
  return PLANS.find((plan) => plan === chosen) ?? 'pro_yearly'
}

async function loadStripeScript(key: string): Promise<void> {
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure')
    await loadStripe(key)
  } catch (error) {
    // Paying works without it.
    console.info('The script of Stripe could not be loaded', error)
  }
}
