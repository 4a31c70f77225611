import { expect, test } from 'vitest'
import { counted, fitted, printable, textWidth } from './output.ts'

test('control characters, escapes and direction marks are shown, not executed', () => {
  expect(printable('a\nb\u001b[31mred\u202egpj.exe')).toBe('a\\nb\\u{1b}[31mred\\u{202e}gpj.exe')
})

test('kanji take two textWidth and combining marks none', () => {
  expect(textWidth('流れ.mp4')).toBe(8)
  expect(textWidth('e\u0301')).toBe(1)
})

test('a name is fitted into its textWidth without cutting a wide letter in two', () => {
  expect(fitted('short', 8)).toBe('short   ')
  expect(fitted('鳥居の向こうの海.mp4', 8)).toBe('鳥居の… ')
  expect(textWidth(fitted('鳥居の向こうの海.mp4', 9))).toBe(9)
})

test('one thing has no plural', () => {
  expect([0, 1, 2].map((number) => counted(number, 'backup'))).toEqual(['0 backups', '1 backup', '2 backups'])
})
