import { z } from 'zod'
import { prose, template, text } from './text.ts'

/** The pricing page besides the licence summary. Amounts come from the price rules. */
export const Pricing = z.strictObject({
  title: text,
  description: prose,
  heading: text,
  lead: prose,
  toggle: z.strictObject({ label: text, monthly: text, annual: text, saving: template('percent') }),
  pro: z.strictObject({
    name: z.literal('PRO'),
    lead: prose,
    perMonth: template('price'),
    billing: z.strictObject({ monthly: text, annual: template('total') }),
    points: z.array(prose).min(4),
    button: text,
    note: text,
  }),
  custom: z.strictObject({
    name: z.literal('CUSTOM'),
    title: text,
    price: text,
    lead: prose,
    points: z.array(prose).min(3),
    button: text,
    note: text,
  }),
  agreement: z.strictObject({ title: text, lead: prose, readMore: text }),
})
