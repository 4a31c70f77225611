import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Plan } from '#domain/membership/price.ts'
import type { BillingTexts } from '#i18n/billing-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { fill } from '#i18n/template.ts'
import { $auth } from '#stores/auth/auth.ts'
import { refreshUser } from '#stores/auth/authorised.ts'
import { $openingCheckout, askToUpgrade, goToCheckout, leaveCheckout } from '#stores/billing/checkout.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { CheckoutDialog } from './CheckoutDialog.tsx'
import { type CheckoutWords, planTerms } from './plan-terms.ts'

export type CheckoutTexts = Pick<BillingTexts, 'checkout' | 'reasons'>

export interface ConfirmDialogProps {
  plan: Plan
  locale: Locale
  words: CheckoutWords
  texts: CheckoutTexts
  agreement: readonly { text: string; href?: string }[]
  test?: Pick<BillingTexts, 'testPayments' | 'testPaymentsText'> | undefined
  onClose: () => void
}

/** The last step before paying: all terms, and the button with the price. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { plan, locale, words, texts, agreement, test, onClose } = props
  const leaving = useStore($openingCheckout)
  const nextId = useId()
  const terms = planTerms(words, plan, locale, new Date())
  const actions = (
    <>
      <button
        type="button"
        className="button submit checkout-pay"
        aria-disabled={leaving}
        aria-describedby={nextId}
        onClick={() => pay(plan, texts)}
      >
        {leaving && <span className="submit-spinner" aria-hidden="true" />}
        <span aria-live="polite">{leaving ? texts.checkout.leaving : terms.confirm}</span>
      </button>
      <p className="checkout-next" id={nextId}>
        {words.next}
      </p>
    </>
  )
  return (
    <CheckoutDialog title={words.title} back={words.back} onClose={onClose} actions={actions}>
      {test && (
        <p className="test-payments">
          <strong>{test.testPayments}</strong> {test.testPaymentsText}
        </p>
      )}
      <p className="checkout-lead">{words.lead}</p>
      <p className="checkout-plan">{terms.plan}</p>
      <dl>
        {terms.rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="checkout-agreement">
        {agreement.map(({ text, href }) =>
          href ? (
            <a key={text} href={href} target="_blank" rel="noopener">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </CheckoutDialog>
  )
}

async function pay(plan: Plan, texts: CheckoutTexts): Promise<void> {
  try {
    await goToCheckout(plan)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (codeOf(error) === 'ALREADY_PRO') return toastAlreadyPro(texts)
    console.warn('A checkout could not be opened', error)
    if (!$auth.get()) {
      leaveCheckout()
      return askToUpgrade(plan, () => toastAlreadyPro(texts))
    }
    const reason = reasonOf(error, texts)
    showToast({ kind: 'error', text: fill(texts.checkout.failedBecause, { reason }) })
  }
}

/** Paid in another tab or on another device. */
function toastAlreadyPro({ checkout }: CheckoutTexts): void {
  leaveCheckout()
  showToast({ kind: 'info', title: checkout.alreadyPro, text: checkout.alreadyProText })
  refreshUser().catch((error) => console.warn('The membership could not be loaded', error))
}
