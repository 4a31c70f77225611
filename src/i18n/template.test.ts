import { expect, expectTypeOf, test } from 'vitest'
import { fill, placeholdersOf, type Template } from './template.ts'

const left = '{spots} of {total}: {spots} left' as Template<'spots' | 'total'>

test('every place is filled, the same name as often as it stands there', () => {
  expect(fill(left, { spots: 3, total: 20 })).toBe('3 of 20: 3 left')
})

test('a value that looks like a pattern or a placeholder is written as it is', () => {
  expect(fill(left, { spots: '$&', total: '{spots}' })).toBe('$& of {spots}: $& left')
})

test('the names that a text needs are known, each once', () => {
  expect(placeholdersOf(left)).toEqual(['spots', 'total'])
  expect(placeholdersOf('none { spots } {} {1}')).toEqual([])
})

test('a forgotten value does not compile', () => {
  expectTypeOf(fill<'spots' | 'total'>)
    .parameter(1)
    .toEqualTypeOf<Record<'spots' | 'total', string | number>>()
  // @ts-expect-error total is missing
  expect(fill(left, { spots: 3 })).toContain('undefined')
})
