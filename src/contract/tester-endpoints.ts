import { get, put } from './request.ts'
import type { ClaimedSpot, TesterCount } from './testers.ts'

export const testerCount = get<void, TesterCount>('/api/users/early-adopters')

/** Makes the caller an early tester if the key is valid and a spot is left. */
export const claimSpot = put<{ key: string }, ClaimedSpot>(
  ({ key }) => `/api/users/early-adopter?key=${encodeURIComponent(key)}`,
)
