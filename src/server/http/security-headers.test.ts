import { expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { securityHeaders } from './security-headers.ts'

const strict = (HSTS: string, SITE_URL = 'https://nagare.example') => {
  const { site } = parseConfig({ SITE_URL, MEDIA_KEYS: 'k'.repeat(43), HSTS })
  const headers = securityHeaders(site)
  return headers[headers.indexOf('Strict-Transport-Security') + 1]
}

test('HSTS follows the setting', () => {
  expect(strict('')).toBe('max-age=63072000')
  expect(strict('subdomains')).toBe('max-age=63072000; includeSubDomains')
  expect(strict('preload')).toBe('max-age=63072000; includeSubDomains; preload')
  for (const none of [strict('off'), strict('preload', 'http://nagare.example')])
    expect(none).toBe('X-Content-Type-Options')
})
