import { expect, test } from 'vitest'
import { distinctId } from './distinct-id.ts'

test('a number becomes text', () => {
  expect(distinctId(42)).toBe('42')
  expect(distinctId(0)).toBe('0')
})

test('text stays, without white space around it', () => {
  expect(distinctId('42')).toBe('42')
  expect(distinctId(' a-7\n')).toBe('a-7')
})

test.each(['', ' ', '\t\n', Number.NaN, Number.POSITIVE_INFINITY])('%j is refused as empty', (id) => {
  expect(() => distinctId(id)).toThrow(new TypeError('The id is empty'))
})
