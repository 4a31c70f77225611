import { z } from 'zod'
import { prose, template, text } from './text.ts'

const perPlan = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject({ pro_monthly: schema, pro_yearly: schema })

/**
 * The last page before paying. Japanese law on commercial transactions (特定商取引法, article 12-6) requires these rows:
 * quantity, price, time and way of payment, delivery, renewal, cancellation and withdrawal. `charge`: amount per
 * period; `perMonth`: a twelfth of the year's; `year`: sum of twelve months; `renewal`: date of the next charge; `days`: free
 * days before the first.
 */
export const Checkout = z.strictObject({
  title: text,
  description: prose,
  lead: text,
  plans: z.strictObject({ pro_monthly: text, pro_yearly: text }),
  rows: z.strictObject({
    quantity: z.strictObject({ label: text, pro_monthly: text, pro_yearly: text }),
    price: z.strictObject({
      label: text,
      pro_monthly: template('charge', 'year'),
      pro_yearly: template('charge', 'perMonth'),
    }),
    tax: z.strictObject({ label: text, pro_monthly: text, pro_yearly: text }),
    payment: z.strictObject({
      label: text,
      pro_monthly: template('renewal'),
      pro_yearly: template('renewal'),
    }),
    delivery: z.strictObject({ label: text, pro_monthly: text, pro_yearly: text }),
    renewal: z.strictObject({
      label: text,
      pro_monthly: template('charge', 'renewal'),
      pro_yearly: template('charge', 'renewal'),
    }),
    cancellation: z.strictObject({
      label: text,
      pro_monthly: template('renewal'),
      pro_yearly: template('renewal'),
    }),
    withdrawal: z.strictObject({ label: text, pro_monthly: text, pro_yearly: text }),
  }),
  /**
   * Instead of the rows above and of `confirm`, where free days come first: Japanese law asks when they become a paid
   * contract and for how much, the laws of Canada and the United States for that and how to cancel before.
   */
  trial: z.strictObject({
    payment: perPlan(template('days', 'charge', 'renewal')),
    delivery: perPlan(text),
    renewal: perPlan(template('days', 'charge', 'renewal')),
    cancellation: perPlan(template('renewal')),
    confirm: template('days', 'charge'),
  }),
  /** Instead of `tax`, beside yen with the tax in them. */
  taxIncluded: text,
  agreement: prose,
  confirm: template('charge'),
  next: text,
  back: text,
})
