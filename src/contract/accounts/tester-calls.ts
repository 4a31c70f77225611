import * as z from 'zod/mini'
import { anyone, member } from '../call.ts'

/** A missing key counts as a wrong one. */
const key = z._default(z.optional(z.string()), '')

/** Never cached, so that pages show the real number of spots. */
export const testerCount = anyone.get('/api/users/early-adopters', {
  does: 'How many early testers’ spots are taken.',
  more: 'Pages show what is left of 20, or of the shop’s own number.',
  answer: z.object({ count: z.int() }),
  errors: ['notFound'],
})

export const testerKey = anyone.get('/api/users/early-adopter', {
  does: 'Whether an early tester’s key is valid, before there is an account.',
  example: { key: 'keyofthetesters2' },
  query: z.object({ key }),
  answer: z.object({ status: z.literal('OK') }),
  errors: ['invalidKey', 'notFound'],
})

/** `end_subscription`: also ends the caller's subscription. */
export const claimSpot = member.put('/api/users/early-adopter', {
  does: 'Makes the caller an early tester if the key is valid and a spot is left.',
  example: { key: 'keyofthetesters2' },
  query: z.object({ key, end_subscription: z.optional(z.literal('true')) }),
  answer: z.object({ status: z.literal('OK') }),
  errors: ['invalidKey', 'notFound', 'soldOut', 'nothingToCancel', 'paymentsOff', 'paymentFailed'],
})
