import { useEffect, useRef, useState } from 'react'
import type { MembershipState, PlanChange } from '#contract/billing.ts'
import { changePlan, planChange } from '#contract/billing-calls.ts'
import { ApiError } from '#contract/request.ts'
import { formatPrice } from '#domain/membership/format-price.ts'
import { PLAN_PRICES, type Plan } from '#domain/membership/price.ts'
import type { BillingTexts } from '#i18n/billing-texts.ts'
import { fill } from '#i18n/template.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { longDate } from '../account/long-date.ts'
import { useBackdrop, useModal } from '../auth/use-modal.ts'
import { changeRows, moneyOf } from './change-rows.ts'
import { paymentReason } from './payment-reason.ts'

interface PlanChangeDialogProps {
  plan: Plan
  texts: Pick<BillingTexts, 'change' | 'reasons'>
  onClose: () => void
  onChanged: (state: MembershipState) => void
}

/** The last step before another plan: what is credited and charged now, and when it renews. */
export function PlanChangeDialog({ plan, texts, onClose, onChanged }: PlanChangeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [change, setChange] = useState<PlanChange>()
  const [busy, setBusy] = useState(false)
  const { change: t, reasons } = texts
  const locale = pageLocale()

  useModal(dialog)
  useEffect(() => {
    heading.current?.focus()
    void load()
  }, [])

  async function load() {
    try {
      setChange(await requestAs(planChange, { price: plan }))
    } catch (error) {
      fail(error)
    }
  }

  async function confirm({ proration_date }: PlanChange) {
    if (busy) return
    setBusy(true)
    try {
      onChanged(await requestAs(changePlan, { price: plan, proration_date }))
      showToast({ kind: 'success', text: t.done })
      onClose()
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown) {
    console.warn('The plan could not be changed', error)
    const reason = paymentReason(error, { ...reasons, late: t.late })
    showToast({ kind: 'error', text: fill(t.failedBecause, { reason }) })
    if (!(error instanceof ApiError) || error.answer.status !== 'PREVIEW_OUTDATED') return onClose()
    setBusy(false)
    setChange(undefined)
    void load()
  }

  return (
    <dialog
      ref={dialog}
      className="checkout"
      aria-labelledby="plan-change"
      onClose={onClose}
      {...useBackdrop(onClose)}
    >
      <div className="checkout-terms" aria-live="polite" aria-busy={!change}>
        <h2 ref={heading} id="plan-change" tabIndex={-1}>
          {t.title[plan]}
        </h2>
        {change ? (
          <>
            <dl className="checkout-sums">
              {changeRows(change, t, locale).map(({ label, amount, sum }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{sum ? <strong>{amount}</strong> : amount}</dd>
                </div>
              ))}
            </dl>
            <p>
              {fill(t.renews[plan], {
                date: longDate(change.until),
                price: formatPrice(PLAN_PRICES[plan].billed, locale),
              })}
            </p>
            <p className="checkout-lead">{t.terms}</p>
          </>
        ) : (
          <p className="checkout-lead">{t.waiting}</p>
        )}
      </div>
      <div className="checkout-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t.back}
        </button>
        {change && (
          <button
            type="button"
            className="button submit checkout-pay"
            aria-disabled={busy}
            onClick={() => confirm(change)}
          >
            {busy && <span className="submit-spinner" aria-hidden="true" />}
            {busy
              ? t.busy
              : change.due > 0
                ? fill(t.confirm, { due: moneyOf(change, locale)(change.due) })
                : t.confirmUnpaid}
          </button>
        )}
      </div>
    </dialog>
  )
}
