import { expect, test } from 'vitest'
import { soundsFrom } from './suggest-keywords.ts'

test.each([
  ['kyo', ['きょ']],
  ['Kyō', ['きょ']],
  ['ｋｙｏｕ', ['きょ']],
  ['si', ['し']],
  ['shi', ['し']],
  ['tu', ['つ']],
  ['hu', ['ふ']],
  ['shin kan', ['しんかん', 'しんかに']],
  ['キョウ', ['きょ']],
])('%s may begin %j', (text, sounds) => {
  expect(soundsFrom(text)).toEqual(expect.arrayContaining(sounds))
})

test.each(['m', '京', 'x1', 'きょ京', '!', ''])('%j begins no sound', (text) => {
  expect(soundsFrom(text)).toEqual([])
})
