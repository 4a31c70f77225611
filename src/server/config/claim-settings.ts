import { z } from 'zod'
import type { Claims } from '#domain/clips/claims.ts'
import { UPDATES } from '#domain/clips/claims.ts'

/** Part of the schema in config.ts: the claims of the pages about the library. */
export const CLAIM_SETTINGS = {
  CLAIMED_CLIPS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
    .transform(Number)
    .default(850),
  CLAIMED_UPDATES: z.enum(UPDATES, { error: `must be one of ${UPDATES.join(', ')}` }).default('weekly'),
  CLAIMED_RESOLUTION: z
    .string()
    .regex(/^\d{3,4}p$/, 'must be a number of lines, such as 1080p')
    .default('1080p'),
}

type ClaimSettings = z.infer<z.ZodObject<typeof CLAIM_SETTINGS>>

export function claimsOf(settings: ClaimSettings): Claims {
  const { CLAIMED_CLIPS: clips, CLAIMED_UPDATES: updates, CLAIMED_RESOLUTION: resolution } = settings
  return { clips, updates, resolution }
}
