import { z } from 'zod'
import { text } from './text.ts'

export const Mission = z.strictObject({
  title: text,
  lead: text,
  points: z.array(z.strictObject({ title: text, text })).length(3),
})
