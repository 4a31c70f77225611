import { z } from 'astro/zod'
import { prose, template, text } from './text.ts'

/** The licence certificate beside the licence summary, on paper and on its pages. */
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
  }),
  plans: z.strictObject({ free: text, pro: text, early_adopter: text, admin: text }),
  kinds: z.strictObject({ commercial: text, editorial: text }),
  /** Under which terms a clip was taken. */
  inForce: template('date'),
  /** In place of what is left after a membership, for what a promotion gave. */
  lasting: z.strictObject({ title: text, points: z.array(prose).min(1) }),
  verify: text,
  pages: z.strictObject({
    genuine: text,
    genuineLead: prose,
    unknown: text,
    unknownLead: prose,
  }),
})
