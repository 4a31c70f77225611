import type { Endpoint } from './request.ts'
import type { ClaimedSpot, TesterCount } from './testers.ts'

export const testerCount: Endpoint<void, TesterCount> = {
  method: 'GET',
  path: () => '/api/users/early-adopters',
}

/** Makes the caller an early tester if the key is valid and a spot is left. */
export const claimSpot: Endpoint<{ key: string }, ClaimedSpot> = {
  method: 'PUT',
  path: ({ key }) => `/api/users/early-adopter?key=${encodeURIComponent(key)}`,
}
