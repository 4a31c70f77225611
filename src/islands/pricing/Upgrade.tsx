import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import type { BillingTexts } from '#i18n/billing-texts.ts'
import { $changing, $confirming, askToUpgrade, leaveCheckout } from '#stores/billing/checkout.ts'
import { showToast } from '#stores/toasts.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { useEarlyClick } from '../auth/use-early-click.ts'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'

const ConfirmDialog = lateDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)
const PlanChangeDialog = lateDialog(async () => (await import('./PlanChangeDialog.tsx')).PlanChangeDialog)

export interface UpgradeProps extends Omit<ConfirmDialogProps, 'plan' | 'texts' | 'onClose'> {
  label: string
  texts: Pick<BillingTexts, 'checkout' | 'change' | 'reasons'>
  /** If set, Stripe's script is loaded for its fraud detection. */
  publishableKey?: string | undefined
}

/** The button of the PRO card, and the dialog it opens: the terms, or for members the change of plan. */
export function Upgrade({ label, publishableKey, ...terms }: UpgradeProps) {
  const plan = useStore($confirming)
  const changing = useStore($changing)
  const button = useRef<HTMLButtonElement>(null)
  const { checkout } = terms.texts

  function upgrade() {
    askToUpgrade(chosenPlan(), () =>
      showToast({ kind: 'info', title: checkout.alreadyPro, text: checkout.alreadyProText }),
    )
  }

  useEarlyClick(button, upgrade)
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && leaveCheckout()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  useEffect(() => {
    if (publishableKey) void loadStripeScript(publishableKey)
  }, [publishableKey])

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
      {changing && (
        <PlanChangeDialog
          plan={changing}
          texts={terms.texts}
          onClose={() => $changing.set(undefined)}
          onChanged={() => {}}
        />
      )}
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
