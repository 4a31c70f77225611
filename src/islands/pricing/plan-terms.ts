import type { Locale } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { formatPrice } from '#domain/membership/format-price.ts'
import { nextCharge } from '#domain/membership/next-charge.ts'
import { PLAN_PRICES, type Plan } from '#domain/membership/price.ts'
import { fill, type Template } from '#i18n/template.ts'

type TermsTemplate = Template<'charge' | 'perMonth' | 'year' | 'renewal'>

/** In reading order. */
const ROWS = [
  'quantity',
  'price',
  'tax',
  'payment',
  'delivery',
  'renewal',
  'cancellation',
  'withdrawal',
] as const

/** The texts of src/content/checkout, for the browser. */
export interface CheckoutWords {
  title: string
  lead: string
  plans: Record<Plan, string>
  rows: Record<(typeof ROWS)[number], { label: string } & Record<Plan, TermsTemplate>>
  confirm: Template<'charge'>
  next: string
  back: string
}

export interface PlanTerms {
  plan: string
  rows: { label: string; text: string }[]
  confirm: string
}

/** The terms of buying this plan now. Dates in the reader's time zone. */
export function planTerms(words: CheckoutWords, plan: Plan, locale: Locale, now: Date): PlanTerms {
  const { billed, perMonth } = PLAN_PRICES[plan]
  const values = {
    charge: formatPrice(billed, locale),
    perMonth: formatPrice(perMonth, locale),
    year: formatPrice(perMonth * 12, locale),
    renewal: dateText(locale, nextCharge(plan, now)),
  }
  return {
    plan: words.plans[plan],
    rows: ROWS.map((row) => ({ label: words.rows[row].label, text: fill(words.rows[row][plan], values) })),
    confirm: fill(words.confirm, values),
  }
}
