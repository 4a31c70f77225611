import { expect, test } from 'vitest'
import { shownPath } from './languages.ts'

test.each([
  ['both', '/ja/pricing', undefined],
  ['en', '/ja/pricing', '/pricing'],
  ['en', '/ja', '/'],
  ['en', '/pricing', undefined],
  ['en', '/promo-signup-jp', '/promo-signup'],
  ['ja', '/', '/ja'],
  ['ja', '/s/a.b', '/ja/s/a.b'],
  ['ja', '/feed.atom', '/ja/feed.atom'],
  ['ja', '/ja/pricing', undefined],
  ['ja', '/promo-signup', '/promo-signup-jp'],
  ['ja', '/jam', '/ja/jam'],
  ['ja', '/robots.txt', undefined],
  ['ja', '/sitemap-clips-0.xml.gz', undefined],
  ['ja', '/.well-known/security.txt', undefined],
  ['ja', '/media/poster/a/480.jpg', undefined],
  ['ja', '/api/user', undefined],
  ['ja', '/studio/shop', undefined],
  ['en', '/ja/studio', undefined],
] as const)('where %s is shown, %s leads to %s', (shown, path, to) => {
  expect(shownPath(shown, path)).toBe(to)
})
