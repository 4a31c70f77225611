import type { Locale } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { formatAmount, taxNote } from '#domain/membership/format-price.ts'
import { nextCharge } from '#domain/membership/next-charge.ts'
import { type Offer, type Plan, perMonth } from '#domain/membership/price.ts'
import { fill, type Template } from '#i18n/template.ts'

type TermsTemplate = Template<'charge' | 'perMonth' | 'year' | 'renewal' | 'days'>

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
  /** Where free days come first: instead of these rows and of `confirm`. */
  trial?: Partial<Record<(typeof ROWS)[number], Record<Plan, TermsTemplate>>> & {
    confirm: Template<'days' | 'charge'>
  }
  /** Instead of the row on taxes, where the price says that they are in it. */
  taxIncluded?: string
  confirm: Template<'charge'>
  next: string
  back: string
}

export interface PlanTerms {
  plan: string
  rows: { label: string; text: string }[]
  confirm: string
}

interface Bought {
  plan: Plan
  offer: Offer
  /** Of a period, in the smallest unit. */
  amount: number
  trialDays: number
  now: Date
}

/** The terms of buying this plan now. Dates in the reader's time zone. */
export function planTerms(
  words: CheckoutWords,
  locale: Locale,
  { plan, offer, amount, trialDays, now }: Bought,
): PlanTerms {
  const note = taxNote(offer, locale)
  const plain = (each: number) => formatAmount(each, offer.currency, locale)
  const text = (each: number) => plain(each) + note
  const values = {
    charge: text(amount),
    perMonth: plain(perMonth(plan, amount)),
    year: text(amount * 12),
    renewal: dateText(locale, nextCharge(plan, now, trialDays)),
    days: String(trialDays),
  }
  const trial = trialDays > 0 ? words.trial : undefined
  return {
    plan: words.plans[plan],
    rows: ROWS.map((row) => {
      const { label, [plan]: plainly } = words.rows[row]
      const template = trial?.[row]?.[plan] ?? plainly
      const isIncluded = row === 'tax' && note !== '' && !offer.taxed
      return { label, text: (isIncluded && words.taxIncluded) || fill(template, values) }
    }),
    confirm: fill(trial?.confirm ?? words.confirm, values),
  }
}
