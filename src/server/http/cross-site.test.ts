import { expect, test } from 'vitest'
import { isCrossSiteWrite } from './cross-site.ts'

const SITE = 'https://nagare.example'

test.each([
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['POST', { 'sec-fetch-site': 'same-site', origin: 'https://blog.nagare.example' }],
  ['PUT', { 'sec-fetch-site': 'cross-site', origin: SITE }],
  ['DELETE', { origin: 'https://evil.example' }],
  ['PATCH', { origin: 'null' }],
  ['POST', { origin: 'http://nagare.example' }],
  ['POST', { origin: 'https://nagare.example.evil.example' }],
])('%s with %j is refused', (method, headers) => {
  expect(isCrossSiteWrite(method, headers, SITE)).toBe(true)
})

test.each([
  ['POST', { 'sec-fetch-site': 'same-origin', origin: SITE }],
  ['POST', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4321' }],
  ['PUT', { 'sec-fetch-site': 'none' }],
  ['PUT', { origin: SITE }],
  ['DELETE', { authorization: 'Bearer x' }],
  ['POST', {}],
  ['GET', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
])('%s with %j is served', (method, headers) => {
  expect(isCrossSiteWrite(method, headers, SITE)).toBe(false)
})
