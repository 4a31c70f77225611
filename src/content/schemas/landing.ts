import { z } from 'zod'
import { prose, template, text } from './text.ts'

const titled = z.strictObject({ title: text, text: prose })
const answer = z.strictObject({ question: text, answer: prose })

/** The early testers' landing page. `spots`: spots left; `total`: all spots. */
export const Landing = z.strictObject({
  title: text,
  description: prose,
  hero: z.strictObject({ kicker: text, title: text, lead: prose, note: text }),
  join: text,
  spots: z.strictObject({
    many: template('spots'),
    one: template('spots'),
    none: text,
    /** While the count loads, or after a failure. */
    unknown: template('total'),
  }),
  features: z.strictObject({ title: text, points: z.array(prose).length(7) }),
  cards: z.strictObject({ title: prose, clips: titled, motion: titled, safety: titled, savings: titled }),
  demos: z.strictObject({
    title: text,
    lead: prose,
    length: template('seconds'),
    /** `file`: original file name of the clip; another clip replaces a missing one. */
    clips: z.array(z.strictObject({ file: z.string().endsWith('.mp4'), title: text, text: prose })).length(3),
  }),
  comparison: z.strictObject({
    title: text,
    lead: prose,
    file: z.string().endsWith('.jpg'),
    still: text,
    loop: text,
    handle: text,
  }),
  uses: z.strictObject({ title: text, youtube: titled, ads: titled, travel: titled }),
  shape: titled,
  zeroRisk: z.strictObject({ title: text, text: prose, points: z.array(prose).min(3) }),
  lastChance: z.strictObject({
    title: template('spots', 'total'),
    text: prose,
    button: text,
    /** For visitors who come after the last spot is taken; the hero says it, too. */
    soldOut: titled,
    plans: text,
  }),
  faq: z.strictObject({
    title: text,
    legalSafety: answer,
    clientUse: answer,
    resolution: answer,
    feedback: answer,
    sourcing: answer,
  }),
})
