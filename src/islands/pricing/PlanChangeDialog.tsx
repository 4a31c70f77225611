import { useEffect, useState } from 'react'
import type { MembershipState, PlanChange } from '#contract/billing/billing.ts'
import { changePlan, planChange } from '#contract/billing/billing-calls.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import type { Plan } from '#domain/membership/price.ts'
import type { BillingTexts } from '#i18n/billing/texts.ts'
import { fill } from '#i18n/template.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { CheckoutDialog } from './CheckoutDialog.tsx'
import { changeRows } from './change-rows.ts'

interface PlanChangeDialogProps {
  plan: Plan
  texts: Pick<BillingTexts, 'change' | 'reasons'>
  onClose: () => void
  onChanged: (state: MembershipState) => void
}

/** The last step before another plan: what is credited and charged now, and when it renews. */
export function PlanChangeDialog({ plan, texts, onClose, onChanged }: PlanChangeDialogProps) {
  const [change, setChange] = useState<PlanChange>()
  const [busy, setBusy] = useState(false)
  const { change: t, reasons } = texts
  const locale = pageLocale()

  useEffect(() => void load(), [])

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
    const reason = reasonOf(error, { reasons: { ...reasons, late: t.late } })
    showToast({ kind: 'error', text: fill(t.failedBecause, { reason }) })
    if (codeOf(error) !== 'PREVIEW_OUTDATED') return onClose()
    setBusy(false)
    setChange(undefined)
    void load()
  }

  const actions = change && (
    <button
      type="button"
      className="button submit checkout-pay"
      aria-disabled={busy}
      onClick={() => confirm(change)}
    >
      {busy && <span className="submit-spinner" aria-hidden="true" />}
      {busy ? t.busy : confirmText(change)}
    </button>
  )

  function confirmText({ due, currency }: PlanChange): string {
    return due > 0 ? fill(t.confirm, { due: formatAmount(due, currency, locale) }) : t.confirmUnpaid
  }

  return (
    <CheckoutDialog
      title={t.title[plan]}
      live={{ busy: !change }}
      back={t.back}
      onClose={onClose}
      actions={actions}
    >
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
              date: dateText(locale, change.until),
              price: formatAmount(change.price, change.currency, locale),
            })}
          </p>
          <p className="checkout-lead">{t.terms}</p>
        </>
      ) : (
        <p className="checkout-lead">{t.waiting}</p>
      )}
    </CheckoutDialog>
  )
}
