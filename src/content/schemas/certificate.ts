import { z } from 'zod'
import { prose, template, text } from './text.ts'

/** Texts of the licence certificate besides the licence summary. */
export const Certificate = z.strictObject({
  title: text,
  /** Above the licensee's name. */
  statement: text,
  labels: z.strictObject({
    clip: text,
    date: text,
    plan: text,
    kind: text,
    terms: text,
    number: text,
    promotion: text,
    collection: text,
    origin: text,
  }),
  plans: z.strictObject({ free: text, pro: text, early_adopter: text, admin: text }),
  kinds: z.strictObject({ commercial: text, editorial: text }),
  origins: z.strictObject({ ai: text, noAi: text }),
  /** The terms in force at the download. */
  inForce: template('date'),
  /** Rights of a promotion's clip, instead of those after a membership. */
  lasting: z.strictObject({ title: text, points: z.array(prose).min(1) }),
  verify: text,
  pages: z.strictObject({
    genuine: text,
    genuineLead: prose,
    unknown: text,
    unknownLead: prose,
  }),
})
