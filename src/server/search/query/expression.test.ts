import { expect, test } from 'vitest'
import { type Expression, needsPlaces, withoutPlaces } from './expression.ts'

const PHRASE: Expression = { phrase: ['wrain', 'wtempl'] }

test('what stands side by side is at least there, and what must not stand so may be there', () => {
  expect(withoutPlaces({ any: ['wrain', PHRASE] })).toEqual({ any: ['wrain', { all: ['wrain', 'wtempl'] }] })
  expect(withoutPlaces({ every: 'fa', but: PHRASE })).toEqual('fa')
  expect(withoutPlaces({ every: PHRASE, but: 'wkyoto' })).toEqual({
    every: { all: ['wrain', 'wtempl'] },
    but: 'wkyoto',
  })
})

test('an expression without phrases needs no places and stays as it is', () => {
  const plain: Expression = { every: { all: ['wrain', { any: ['wkyoto', 'wtokyo'] }] }, but: 'wtempl' }
  expect(needsPlaces(plain)).toBe(false)
  expect(withoutPlaces(plain)).toEqual(plain)
  expect(needsPlaces({ every: 'fa', but: { any: ['wrain', PHRASE] } })).toBe(true)
})
