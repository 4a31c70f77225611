import * as z from 'zod/mini'

/** `count`: spots taken. */
export const TesterCount = z.object({ count: z.int() })
export type TesterCount = z.infer<typeof TesterCount>

const key = z._default(z.optional(z.string()), '')

/** A missing key counts as a wrong one. */
export const KeyQuery = z.object({ key })
export const ValidKey = z.object({ status: z.literal('OK') })
export type ValidKey = z.infer<typeof ValidKey>

/** `end_subscription`: also ends the caller's subscription. */
export const ClaimQuery = z.object({ key, end_subscription: z.optional(z.literal('true')) })

export const ClaimedSpot = z.object({ status: z.literal('OK') })
export type ClaimedSpot = z.infer<typeof ClaimedSpot>
