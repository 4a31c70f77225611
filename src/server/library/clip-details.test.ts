import { expect, test } from 'vitest'
import { safeFileName, titleFromName } from './clip-details.ts'

test('a title is made from a file name', () => {
  expect(titleFromName('koi_pond-01.mp4')).toBe('Koi pond 01')
  expect(titleFromName('鳥居.jpg')).toBe('鳥居')
  expect(titleFromName('__.mp4')).toBe('Untitled')
})

test('line breaks, quotes and climbing dots are made safe in a file name', () => {
  expect(safeFileName('..\n"evil"\'s <b>..mp4')).not.toMatch(/[\n"'<>]|\.\./)
  expect(safeFileName('a\u202egpj.mp4')).toBe('a gpj.mp4')
  expect(safeFileName('...')).toBe('untitled')
})
