import { get, put } from './request.ts'
import type { ClaimedSpot, ValidKey } from './testers.ts'

const path = (query: Record<string, string>) => `/api/users/early-adopter?${new URLSearchParams(query)}`

/** Whether a key is valid, before there is an account. */
export const testerKey = get<{ key: string }, ValidKey>(({ key }) => path({ key }))

/** Makes the caller an early tester if the key is valid and a spot is left. */
export const claimSpot = put<{ key: string; endSubscription: boolean }, ClaimedSpot>(
  ({ key, endSubscription }) => path({ key, ...(endSubscription && { end_subscription: 'true' }) }),
)
