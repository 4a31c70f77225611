import { expect, test } from 'vitest'
import { tagTitle } from './tag-title.ts'

test('underscores and dashes become spaces and words are capitalised', () => {
  expect(tagTitle('temples_and_shrines')).toBe('Temples And Shrines')
  expect(tagTitle('tokyo-at-night')).toBe('Tokyo At Night')
})

test('Japanese stays as it is', () => {
  expect(tagTitle('東京_夜')).toBe('東京 夜')
})
