import * as z from 'zod/mini'

/** `count`: spots taken. */
export const TesterCount = z.object({ count: z.int() })
export type TesterCount = z.infer<typeof TesterCount>

/** A missing key counts as a wrong one. */
export const ClaimQuery = z.object({ key: z._default(z.optional(z.string()), '') })

export const ClaimedSpot = z.object({ status: z.literal('OK') })
export type ClaimedSpot = z.infer<typeof ClaimedSpot>
