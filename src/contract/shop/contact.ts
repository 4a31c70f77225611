import * as z from 'zod/mini'
import { localeSchema, RegisterInput } from '../accounts/accounts.ts'
import { PLAIN_TEXT } from '../plain-text.ts'

export const CONTACT_TOPICS = ['question', 'licence', 'report', 'feedback'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]
export const MAX_MESSAGE = 5000

/** Body of `POST /api/contact`. `clip`: the clip it is about; `locale`: of the page, default the browser's. */
export const ContactInput = z.object({
  name: RegisterInput.shape.name,
  email: RegisterInput.shape.email,
  topic: z.enum(CONTACT_TOPICS),
  clip: z.optional(z.int().check(z.positive())),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'messageEmpty'),
      z.maxLength(MAX_MESSAGE, 'messageTooLong'),
      z.regex(PLAIN_TEXT, 'messageInvalid'),
    ),
  locale: z.optional(localeSchema),
})
export type ContactInput = z.infer<typeof ContactInput>
