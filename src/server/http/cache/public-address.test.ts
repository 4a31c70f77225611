import { expect, test } from 'vitest'
import { publicAddress } from './public-address.ts'

test.each([
  ['/', '', '/'],
  ['/', '?utm_source=mail&offset=40', '/?offset=40'],
  ['/m/7', '?ref=x&offset=40', '/m/7'],
  ['/s', '?q=rain', '/s?q=rain'],
  ['/t/temple', '?orientation=square&x=1', '/t/temple?orientation=square'],
  ['/api/medias/search', '?q=', '/api/medias/search'],
  [
    '/s/tokyo-night',
    '?sort=newest&orientation=square&offset=40',
    '/s/tokyo-night?offset=40&orientation=square&sort=newest',
  ],
  [
    '/s/tokyo-night',
    '?offset=40&orientation=square&sort=newest',
    '/s/tokyo-night?offset=40&orientation=square&sort=newest',
  ],
  ['/api/medias/search', '?q=%E9%9B%A8', '/api/medias/search?q=%E9%9B%A8'],
  ['/api/medias/search', '?q=a&q=b', '/api/medias/search?q=a'],
  ['/api/medias/7/related', '?offset=40&x=1', '/api/medias/7/related?offset=40'],
  ['/promo-signup', '?k=secret', '/promo-signup'],
  ['/ja', '?utm_source=mail&offset=40', '/ja?offset=40'],
  ['/ja/s', '?q=%E9%9B%A8', '/ja/s?q=%E9%9B%A8'],
  ['/ja/s/ja', '?sort=newest&x=1', '/ja/s/ja?sort=newest'],
  ['/ja/m/7', '?offset=40', '/ja/m/7'],
  ['/apiary', '?x', '/apiary'],
])('%s%s is kept as %s', (path, query, address) => {
  expect(publicAddress(path, query)).toBe(address)
})

test.each(['/api/user', '/api/media-sign', '/api/users/medias/likes', '/api', '/api/'])(
  '%s is for one visitor',
  (path) => {
    expect(publicAddress(path, '')).toBeUndefined()
  },
)
