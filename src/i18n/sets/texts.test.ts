import { expect, test } from 'vitest'
import { setsTexts } from './texts.ts'

test('one clip is spoken of as one', () => {
  const { description } = setsTexts('en').promotion
  expect(description(1)).toMatch(/^1 looping clip .* Take it before/)
  expect(description(2)).toMatch(/^2 looping clips .* Take them before/)
})
