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

test('a title of a name has at most 200 characters, a safe file name at most 160, with its end', () => {
  expect(titleFromName(`${'a'.repeat(200)}.mp4`)).toBe(`A${'a'.repeat(199)}`)
  expect(titleFromName(`${'a'.repeat(201)}.mp4`)).toBe(`A${'a'.repeat(199)}`)
  expect(safeFileName(`${'a'.repeat(156)}.mp4`)).toHaveLength(160)
  expect(safeFileName(`b${'a'.repeat(156)}.mp4`)).toBe(`${'a'.repeat(156)}.mp4`)
})
