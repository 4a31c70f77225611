import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberPage, takePreviousPage } from './previous-pay-page.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('location', { origin: 'https://nagare.example', pathname: '/pricing' })
  vi.stubGlobal('document', { referrer: '' })
})
afterEach(() => vi.unstubAllGlobals())

const cameFrom = (referrer: string) => vi.stubGlobal('document', { referrer })

test('the page before the prices is remembered without its query, until it is used', () => {
  cameFrom('https://nagare.example/s/rain?k=secret')
  rememberPage()
  expect([...kept.values()]).toEqual(['/s/rain'])
  expect(takePreviousPage()).toBe('/s/rain')
  expect(kept.size).toBe(0)
  expect(takePreviousPage()).toBe('/')
})

test('without a page before the prices one is taken home', () => {
  rememberPage()
  expect(takePreviousPage()).toBe('/')
})

test.each([
  'https://checkout.stripe.com/c/pay/1',
  'https://nagare.example/paysuccess',
  'https://nagare.example/ja/pricing',
  'https://nagare.example/terms',
  'https://nagare.example/account',
  'about:blank',
])('by way of %s one is taken back to the clip where the wish began', (referrer) => {
  cameFrom('https://nagare.example/m/7')
  rememberPage()
  cameFrom(referrer)
  rememberPage()
  expect(takePreviousPage()).toBe('/m/7')
})

test('a later clip that leads to the prices takes the place of an earlier wish', () => {
  cameFrom('https://nagare.example/m/7')
  rememberPage()
  cameFrom('https://nagare.example/m/8')
  rememberPage()
  expect(takePreviousPage()).toBe('/m/8')
})

test('a path in Japanese is kept as browsers write it', () => {
  cameFrom('https://nagare.example/s/東京')
  rememberPage()
  expect(takePreviousPage()).toBe('/s/%E6%9D%B1%E4%BA%AC')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'm/7',
  '/m/../../x',
  '',
])('%j is no page of this site', (value) => {
  kept.set('previousPayPage', value)
  expect(takePreviousPage()).toBe('/')
})

test('forbidden storage is no error', () => {
  const refuse = () => {
    throw new DOMException('closed', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  cameFrom('https://nagare.example/m/7')
  expect(() => rememberPage()).not.toThrow()
  expect(takePreviousPage()).toBe('/')
  expect(warn).toHaveBeenCalledOnce()
})
