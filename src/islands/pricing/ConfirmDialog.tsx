import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { BillingTexts } from '#i18n/billing/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { $auth } from '#stores/auth/auth.ts'
import { $openingCheckout, leaveCheckout, type Order } from '#stores/billing/checkout.ts'
import { goToCheckout } from '#stores/billing/go-to-checkout.ts'
import { codeOf } from '../auth/refusals.ts'
import { CheckoutDialog } from './CheckoutDialog.tsx'
import { type CheckoutWords, planTerms } from './plan-terms.ts'
import { type CheckoutTexts, toastAlreadyPro, toastFailed, upgradeTo } from './upgrade-to.ts'

export interface ConfirmDialogProps {
  order: Order
  locale: Locale
  words: CheckoutWords
  texts: CheckoutTexts
  agreement: readonly { text: string; href?: string }[]
  test?: Pick<BillingTexts, 'testPayments' | 'testPaymentsText'> | undefined
  onClose: () => void
}

/** The last step before paying: all terms, and the button with the price. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { order, locale, words, texts, agreement, test, onClose } = props
  const leaving = useStore($openingCheckout) !== undefined
  const nextId = useId()
  const terms = planTerms(words, locale, { ...order, now: new Date() })
  const actions = (
    <>
      <button
        type="button"
        className="button submit checkout-pay"
        aria-disabled={leaving}
        aria-describedby={nextId}
        onClick={() => pay(order, texts)}
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

async function pay(order: Order, texts: CheckoutTexts): Promise<void> {
  try {
    await goToCheckout(order)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (codeOf(error) === 'ALREADY_PRO') return toastAlreadyPro(texts)
    if (!$auth.get()) {
      leaveCheckout()
      return upgradeTo(order.plan, texts)
    }
    toastFailed(error, texts)
    if (codeOf(error) === 'PREVIEW_OUTDATED') upgradeTo(order.plan, texts)
  }
}
