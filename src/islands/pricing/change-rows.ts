import type { PlanChange } from '#contract/billing/billing.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import type { BillingTexts } from '#i18n/billing/texts.ts'

interface ChangeRow {
  label: string
  amount: string
  sum?: boolean
}

/** The sum to pay now and its parts; zero rows are left out, except price, credit and sum. */
export function changeRows(change: PlanChange, t: BillingTexts['change'], locale: string): ChangeRow[] {
  const money = (amount: number) => formatAmount(amount, change.currency, locale)
  const { plan, price, credit, discount, tax, balance, due, credit_left } = change
  return [
    { label: t.price[plan], amount: money(price) },
    { label: t.credit, amount: money(-credit) },
    ...(discount ? [{ label: t.discount, amount: money(-discount) }] : []),
    ...(tax ? [{ label: t.tax, amount: money(tax) }] : []),
    ...(balance ? [{ label: t.balance, amount: money(-balance) }] : []),
    { label: t.due, amount: money(due), sum: true },
    ...(credit_left ? [{ label: t.left, amount: money(credit_left) }] : []),
  ]
}
