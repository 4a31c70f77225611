import { expect, test } from 'vitest'
import { japanesePages } from './japanese-routes.ts'

test.each([
  ['index.astro', '/ja'],
  ['pricing.astro', '/ja/pricing'],
  ['s/index.ts', '/ja/s'],
  ['s/[searchTerm].astro', '/ja/s/[searchTerm]'],
  ['404.astro', '/ja/404'],
  ['t/[category]/feed.atom.ts', '/ja/t/[category]/feed.atom'],
])('%s stands at %s, too', (file, pattern) => {
  expect(japanesePages([file])).toEqual([{ file, pattern }])
})

test('files for programs, and the landing pages, have one URL each', () => {
  expect(
    japanesePages(['api/user/index.ts', 'sitemap.xml.ts', 'promo-signup.astro', 'promo-signup-jp.astro']),
  ).toEqual([])
})
