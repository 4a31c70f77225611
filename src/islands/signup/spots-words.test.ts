import { expect, test } from 'vitest'
import { spotsText } from './spots-words.ts'

const words = {
  many: '{spots} spots left',
  one: '{spots} spot left',
  none: 'All taken',
  unknown: 'Only {total} spots',
}

test.each([
  [undefined, 'Only 20 spots'],
  [20, '20 spots left'],
  [1, '1 spot left'],
  [0, 'All taken'],
])('%s spots are said as they are', (left, said) => {
  expect(spotsText(words, left)).toBe(said)
})
