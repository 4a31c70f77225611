import { anyone, member } from './call.ts'
import { ClaimedSpot, ClaimQuery, KeyQuery, TesterCount, ValidKey } from './testers.ts'

/** Never cached, so that pages show the real number of spots. */
export const testerCount = anyone.get('/api/users/early-adopters', {
  does: 'How many early testers’ spots are taken.',
  answer: TesterCount,
})

export const testerKey = anyone.get('/api/users/early-adopter', {
  does: 'Whether an early tester’s key is valid, before there is an account.',
  query: KeyQuery,
  answer: ValidKey,
  errors: ['invalidKey'],
})

export const claimSpot = member.put('/api/users/early-adopter', {
  does: 'Makes the caller an early tester if the key is valid and a spot is left.',
  query: ClaimQuery,
  answer: ClaimedSpot,
  errors: ['invalidKey', 'soldOut', 'nothingToCancel', 'paymentsOff', 'paymentFailed'],
})
