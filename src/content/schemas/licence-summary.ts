import { z } from 'zod'
import { prose, template, text } from './text.ts'

const list = z.strictObject({ title: text, points: z.array(prose).min(3) })
const note = z.strictObject({ title: text, text: prose })

/** The licence rules; pricing, certificates and terms share these sentences. */
export const LicenceSummary = z.strictObject({
  title: text,
  lead: prose,
  may: list,
  mayNot: list,
  after: list,
  notes: z.strictObject({ editorial: note, promotion: note, tester: note, preview: note }),
  /** New uses as of today, on a certificate. `date`: end of the subscription's period. */
  certificate: z.strictObject({
    running: text,
    ending: template('date'),
    ended: text,
    /** For a clip from a promotion. */
    lasting: text,
    editorial: text,
    terms: template('date'),
  }),
})
