import { expect, test } from 'vitest'
import { missingProof, type ProofState } from './proof.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const missing = (state: Partial<ProofState>, wanted: 'any' | 'full' | 'factor', minutes?: number) =>
  missingProof(
    { passwordAt: null, factorAt: null, factors: [], ...state },
    { wanted, now, ...(minutes && { minutes }) },
  )

test('the password counts for ten minutes, or the action’s own limit', () => {
  expect(missing({ passwordAt: ago(9) }, 'any')).toEqual([])
  expect(missing({ passwordAt: ago(10) }, 'any')).toEqual([['password']])
  expect(missing({ passwordAt: ago(10) }, 'any', 30)).toEqual([])
})

test('a factor replaces the password, a recovery code does not', () => {
  const factors = ['passkey', 'code', 'recovery'] as const
  expect(missing({ factorAt: ago(1), factors }, 'any')).toEqual([])
  expect(missing({ factorAt: ago(60), factors }, 'any')).toEqual([['password', 'passkey', 'code']])
})

test('a session without its account’s factor must prove it, even after the password', () => {
  const factors = ['code'] as const
  expect(missing({ passwordAt: now, factors }, 'any')).toEqual([['code']])
  expect(missing({ passwordAt: now, factors }, 'factor')).toEqual([['code']])
  expect(missing({ passwordAt: now }, 'factor')).toEqual([])
  expect(missing({ factorAt: ago(9999), factors }, 'factor')).toEqual([])
})

test('a change of the factors needs both proofs', () => {
  const factors = ['passkey', 'recovery'] as const
  expect(missing({}, 'full')).toEqual([['password']])
  expect(missing({ factors }, 'full')).toEqual([['password'], ['passkey', 'recovery']])
  expect(missing({ passwordAt: now, factors }, 'full')).toEqual([['passkey', 'recovery']])
  expect(missing({ passwordAt: now, factorAt: now, factors }, 'full')).toEqual([])
})
