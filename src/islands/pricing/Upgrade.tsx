import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { isPaid } from '#domain/membership/membership.ts'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import { $confirming, leaveCheckout } from '#stores/billing/checkout.ts'
import { rememberPage } from '#stores/billing/previous-pay-page.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'
import { type CheckoutTexts, upgradeTo } from './upgrade-to.ts'

const ConfirmDialog = lateDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)
const YourPlan = lateDialog(async () => (await import('./YourPlan.tsx')).YourPlan)

export interface UpgradeProps extends Omit<ConfirmDialogProps, 'order' | 'texts' | 'onClose'> {
  label: string
  texts: CheckoutTexts
  /** If set, Stripe's script is loaded for its fraud detection. */
  publishableKey?: string | undefined
}

/** The button of the PRO card, and the terms that it opens; for members their plan. */
export function Upgrade({ label, publishableKey, ...terms }: UpgradeProps) {
  const order = useStore($confirming)
  const auth = useAuth()
  const [unloaded, setUnloaded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const upgrade = () => upgradeTo(chosenPlan(), terms.texts)

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
      {order && <ConfirmDialog key={order.plan} order={order} {...terms} onClose={leaveCheckout} />}
    </>
  )
}

/** The billing switch is plain HTML, which works before this island does. */
function chosenPlan(): Plan {
  const chosen = document.querySelector<HTMLInputElement>(
    'input[name="billing"]:is(:checked, [type="hidden"])',
  )?.value
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
