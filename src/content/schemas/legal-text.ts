import { z } from 'zod'
import { anchor, prose, template, text } from './text.ts'

/** A paragraph is a numbered clause; a list belongs to the clause before it. */
const block = z.union([
  prose,
  z.strictObject({ list: z.array(prose).min(2) }),
  /** A clause for a shop with a testers' programme. */
  z.strictObject({ testers: prose }),
  /** A list of the licence summary, so that both always agree. */
  z.strictObject({ licence: z.enum(['may', 'mayNot', 'after']) }),
])

const section = z.strictObject({ id: anchor, title: text, body: z.array(block).min(1) })

/** Terms and privacy policy. */
export const LegalText = z.strictObject({
  title: text,
  description: prose,
  /** Also the version that a licence records. */
  effective: z.iso.date(),
  lead: prose,
  inShort: z.strictObject({ title: text, points: z.array(prose).min(3) }),
  sections: z.array(section).min(5),
  /** The last section. The form is shown if the operator has set one. */
  contact: z.strictObject({
    id: anchor,
    title: text,
    lead: prose,
    email: template('email'),
    form: text,
  }),
})
