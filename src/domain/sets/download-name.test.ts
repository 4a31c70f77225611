import { expect, test } from 'vitest'
import { downloadName } from './download-name.ts'

test('a saved film is named by the product in lower case, an underscore and its own name', () => {
  expect(downloadName('Nagare', 'Torii-in-the-tide.mp4')).toBe('nagare_Torii-in-the-tide.mp4')
  expect(downloadName('流れ', '雨.mp4')).toBe('流れ_雨.mp4')
})

test.each([
  ['../a/..\\b:c.mp4', 'nagare_.._a_.._b_c.mp4'],
  ['a\u0000\r\n\u202eb.mp4', 'nagare_a____b.mp4'],
  ['a.mp4. .', 'nagare_a.mp4'],
  ['a\u0308.mp4', 'nagare_ä.mp4'],
  [`${'雨'.repeat(300)}.mp4`, `nagare_${'雨'.repeat(63)}.mp4`],
])('what no file system takes is left out of %j', (name, saved) =>
  expect(downloadName('Nagare', name)).toBe(saved),
)
