import { expect, expectTypeOf, test } from 'vitest'
import { fill, placeholdersOf, type Template } from './template.ts'

const left = '{spots} of {total}: {spots} left' as Template<'spots' | 'total'>

test('every placeholder is filled, repeated names too', () => {
  expect(fill(left, { spots: 3, total: 20 })).toBe('3 of 20: 3 left')
})

test('a value that looks like a pattern or a placeholder is inserted literally', () => {
  expect(fill(left, { spots: '$&', total: '{spots}' })).toBe('$& of {spots}: $& left')
})

test('a text’s placeholders are listed, each once', () => {
  expect(placeholdersOf(left)).toEqual(['spots', 'total'])
  expect(placeholdersOf('none { spots } {} {1}')).toEqual([])
})

test('a missing value does not compile', () => {
  expectTypeOf(fill<'spots' | 'total'>)
    .parameter(1)
    .toEqualTypeOf<Record<'spots' | 'total', string | number>>()
  // @ts-expect-error total is missing
  expect(fill(left, { spots: 3 })).toContain('undefined')
})
