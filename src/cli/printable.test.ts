import { expect, test } from 'vitest'
import { columns, fitted, printable } from './printable.ts'

test('control characters, escapes and direction marks are shown, not executed', () => {
  expect(printable('a\nb\u001b[31mred\u202egpj.exe')).toBe('a\\nb\\u{1b}[31mred\\u{202e}gpj.exe')
})

test('kanji take two columns and combining marks none', () => {
  expect(columns('流れ.mp4')).toBe(8)
  expect(columns('e\u0301')).toBe(1)
})

test('a name is fitted into its columns without cutting a wide letter in two', () => {
  expect(fitted('short', 8)).toBe('short   ')
  expect(fitted('鳥居の向こうの海.mp4', 8)).toBe('鳥居の… ')
  expect(columns(fitted('鳥居の向こうの海.mp4', 9))).toBe(9)
})
