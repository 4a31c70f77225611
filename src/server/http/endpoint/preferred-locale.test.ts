import { expect, test } from 'vitest'
import { preferredLocale } from './preferred-locale.ts'

test.each([
  [null, 'en'],
  ['', 'en'],
  ['ja', 'ja'],
  ['ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7', 'ja'],
  ['en-GB,en;q=0.9,ja;q=0.8', 'en'],
  ['en;q=0.5, ja;q=0.9', 'ja'],
  ['fr-CH, fr;q=0.9, ja;q=0.1', 'ja'],
  ['ja;q=0', 'en'],
  ['fr, *', 'en'],
  ['ja, en', 'ja'],
  ['en, ja', 'en'],
  ['JA-jp', 'ja'],
  ['ja;q=much', 'en'],
  [`${'x,'.repeat(10_000)}ja`, 'en'],
])('%j is read as %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})
