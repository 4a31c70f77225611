import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareableUrl, withShareableUrls } from './shareable-url.ts'

test.each([
  ['https://nagare.example/promo-signup?k=secret', 'https://nagare.example/promo-signup'],
  ['https://nagare.example/api/medias/7/video?token=secret', 'https://nagare.example/api/medias/7/video'],
  ['https://nagare.example/paysuccess?session_id=cs_1&t=2', 'https://nagare.example/paysuccess'],
  ['https://nagare.example/reset-password#token=secret', 'https://nagare.example/reset-password'],
  ['https://aoi:secret@nagare.example/', 'https://nagare.example/'],
  ['https://nagare.example/verify/NAG-7', 'https://nagare.example/verify/-'],
  ['https://nagare.example/ja/licence/NAG-7?k=1', 'https://nagare.example/ja/licence/-'],
  ['HTTPS://nagare.example/?K=secret', 'https://nagare.example/'],
  ['/promo-signup-jp?k=secret', '/promo-signup-jp'],
  ['/verify/NAG-7', '/verify/-'],
])('%s is told as %s', (url, told) => expect(shareableUrl(url)).toBe(told))

test('filters of lists and campaigns stay', () => {
  const list = 'https://nagare.example/s/tera?orientation=portrait&sort=newest'
  expect(shareableUrl(`${list}&k=secret`)).toBe(list)
  expect(shareableUrl('/?utm_source=letter&utm_campaign=spring&utm_id=7')).toBe(
    '/?utm_source=letter&utm_campaign=spring',
  )
})

test.each(['', 'Nagare', '$direct', '42', 'en-GB', 'mailto:aoi@example.com', 'https:// ?k='])(
  '%j is no address and stays',
  (text) => expect(shareableUrl(text)).toBe(text),
)

test('no unknown parameter stays in a shared URL', () => {
  const known = /^(?:orientation|duration_(?:from|to)|category|license_type|sort|offset|utm_\w+)$/
  const parameter = fc.string({ minLength: 1 }).filter((name) => !known.test(name))
  fc.assert(
    fc.property(fc.webPath(), parameter, (path, name) => {
      const url = new URL(`https://nagare.example${path}`)
      url.searchParams.append(name, 'sEcReT-42')
      expect(shareableUrl(url.href)).not.toContain('sEcReT-42')
      expect(shareableUrl(`${url.pathname}${url.search}`)).not.toContain('sEcReT-42')
    }),
  )
})

test('URLs are found at any depth, and nothing else is changed', () => {
  const sent = new Date()
  const event = { a: { b: ['/x?k=1', 2, null, true] }, sent, url: 'https://nagare.example/?token=1#x' }
  expect(withShareableUrls(event)).toEqual({
    a: { b: ['/x', 2, null, true] },
    sent,
    url: 'https://nagare.example/',
  })
})
