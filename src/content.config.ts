import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** Long prose by language: one file for each locale, `en.md` and `ja.md`, the same fields in both. */
const mission = defineCollection({
  loader: glob({ pattern: '{en,ja}.md', base: 'src/content/mission' }),
  schema: z.object({
    title: z.string(),
    points: z.array(z.object({ title: z.string(), text: z.string() })).length(3),
  }),
})

export const collections = { mission }
