import { expect, test } from 'vitest'
import { marksOf } from './marks.ts'

test.each([
  ['Temple in the RAIN', ['temple', 'rain']],
  ['京都の雨', ['京都', '雨']],
  ['temple -rain', ['temple']],
  ['"golden pavilion" 池', ['golden pavilion', '池']],
  ['寺 | shrine', ['寺', 'shrine']],
  ['rain rain', ['rain']],
  ['', []],
])('%s marks %j', (text, words) => {
  expect(marksOf(text)).toEqual(words)
})
