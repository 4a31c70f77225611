import { expect, test } from 'vitest'
import { claimedNumber } from './claims.ts'

test.each([
  [850, 0, 850],
  [850, 899, 850],
  [850, 900, 900],
  [850, 1234, 1200],
  [30, 31, 30],
  [30, 149, 100],
])('where %i are claimed, a library of %i clips is said to have %i', (claimed, library, said) => {
  expect(claimedNumber(claimed, library)).toBe(said)
})
