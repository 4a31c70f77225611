import { expect, test } from 'vitest'
import { waitWords } from './wait-words.ts'

test.each([
  [0, '1 second', '1秒'],
  [45, '45 seconds', '45秒'],
  [91, '2 minutes', '2分'],
  [840.2, '15 minutes', '15分'],
  [3600, '60 minutes', '60分'],
  [5401, '2 hours', '2時間'],
  [86_400, '24 hours', '24時間'],
])('%d seconds are %s and %s', (seconds, en, ja) => {
  expect(waitWords(seconds, 'en')).toBe(en)
  expect(waitWords(seconds, 'ja')).toBe(ja)
})
