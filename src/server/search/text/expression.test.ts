import { expect, test } from 'vitest'
import { type Expression, needsPositions, withoutPositions } from './expression.ts'

const PHRASE: Expression = { phrase: ['wrain', 'wtempl'] }

test('without positions a phrase needs only its words, and an excluded phrase excludes nothing', () => {
  expect(withoutPositions({ any: ['wrain', PHRASE] })).toEqual({
    any: ['wrain', { all: ['wrain', 'wtempl'] }],
  })
  expect(withoutPositions({ include: 'fa', exclude: PHRASE })).toEqual('fa')
  expect(withoutPositions({ include: PHRASE, exclude: 'wkyoto' })).toEqual({
    include: { all: ['wrain', 'wtempl'] },
    exclude: 'wkyoto',
  })
})

test('an expression without phrases needs no positions and stays unchanged', () => {
  const plain: Expression = { include: { all: ['wrain', { any: ['wkyoto', 'wtokyo'] }] }, exclude: 'wtempl' }
  expect(needsPositions(plain)).toBe(false)
  expect(withoutPositions(plain)).toEqual(plain)
  expect(needsPositions({ include: 'fa', exclude: { any: ['wrain', PHRASE] } })).toBe(true)
})
