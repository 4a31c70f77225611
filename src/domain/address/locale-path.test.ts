import { expect, test } from 'vitest'
import { localeOf, localePath, type SitePath, withoutLocale } from './locale-path.ts'

test.each<[SitePath, SitePath]>([
  ['/', '/ja'],
  ['/pricing', '/ja/pricing'],
  ['/?offset=40', '/ja?offset=40'],
  ['/#content', '/ja#content'],
  ['/s/kyoto-rain?sort=newest', '/ja/s/kyoto-rain?sort=newest'],
  ['/s/ja', '/ja/s/ja'],
  ['/t/japan', '/ja/t/japan'],
  ['/terms#usage', '/ja/terms#usage'],
  ['/promo-signup', '/promo-signup-jp'],
  ['/promo-signup?k=x', '/promo-signup-jp?k=x'],
])('%s is %s in Japanese, and back', (plain, japanese) => {
  expect(localePath('ja', plain)).toBe(japanese)
  expect(withoutLocale(japanese)).toBe(plain)
  expect(localeOf(japanese)).toBe('ja')
  expect(localePath('en', plain)).toBe(plain)
  expect(withoutLocale(plain)).toBe(plain)
  expect(localeOf(plain)).toBe('en')
})

test.each<SitePath>(['/api/medias/search?q=', '/media/poster/x.webp'])('%s has no language', (path) => {
  expect(localePath('ja', path)).toBe(path)
})

test.each(['/jazz', '/s/ja', '/promo/ja', '/japan', '/JA', '/promo-signup-jpx'])('%s is English', (path) => {
  expect(localeOf(path)).toBe('en')
  expect(withoutLocale(path)).toBe(path)
})
