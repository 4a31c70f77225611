import * as z from 'zod/mini'
import type { Endpoint } from './request.ts'

/** `count`: spots that are taken. */
export const TesterCount = z.object({ count: z.int() })
export type TesterCount = z.infer<typeof TesterCount>

/** A key that is missing is a wrong one. */
export const ClaimQuery = z.object({ key: z._default(z.optional(z.string()), '') })

export const ClaimedSpot = z.object({ status: z.literal('OK') })
export type ClaimedSpot = z.infer<typeof ClaimedSpot>

export const testerCount: Endpoint<void, TesterCount> = {
  method: 'GET',
  path: () => '/api/users/early-adopters',
}

/** Makes the caller an early tester, if the key is a right one and a spot is left. */
export const claimSpot: Endpoint<{ key: string }, ClaimedSpot> = {
  method: 'PUT',
  path: ({ key }) => `/api/users/early-adopter?key=${encodeURIComponent(key)}`,
}
