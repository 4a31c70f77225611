import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestRaw } from '../../support/http/raw-http.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each([
  ['/media/../../etc/passwd', 400],
  ['/media/%2e%2e/%2e%2e/etc/passwd', 400],
  ['/media/..%2f..%2fetc%2fpasswd', 400],
  ['/media/%252e%252e/etc/passwd', 404],
  ['/_astro/../server/entry.mjs', 400],
  ['/_astro/..%5cserver', 400],
  ['/../package.json', 400],
  ['/server/entry.mjs', 404],
  ['/.env', 404],
  ['/media/watermarked/x%00.mp4', 400],
  ['/m/%c0%ae%c0%ae', 400],
  ['/m/%', 400],
  ['/m/%E0%A4%A', 400],
  ['//evil.example/', 404],
  ['/m//7', 404],
  ['/m/99999999999999999999', 404],
  ['/api/medias/abc', 400],
  ['/api/medias/7/related?offset=-1', 400],
  ['/api/medias/categories/%2e', 400],
  ['/_image?href=file:///etc/passwd', 404],
  ['/_server-islands/x', 404],
  ['/_actions/x', 404],
  ['/500', 404],
  ['/404', 404],
  [`/${'a'.repeat(4100)}`, 414],
])('%s is answered %i', async (target, status) => {
  expect((await requestRaw(server.url, target)).status).toBe(status)
})

test.each([
  ['POST', '/', 405, 'GET, HEAD'],
  ['DELETE', '/media/watermarked/x.mp4', 405, 'GET, HEAD'],
  ['OPTIONS', '/api/medias/7', 405, 'GET, HEAD, POST, PUT, PATCH, DELETE'],
  ['PUT', '/api/medias/7', 405, 'GET, HEAD'],
  ['TRACE', '/', 405, 'GET, HEAD'],
])('%s %s is answered %i and says what may be asked', async (method, target, status, allow) => {
  const answer = await requestRaw(server.url, target, { method })
  expect(answer.status).toBe(status)
  expect(answer.headers.allow).toBe(allow)
})

test('a method that does not exist is answered 501', async () => {
  expect((await requestRaw(server.url, '/', { method: 'BREW' })).status).toBe(501)
})

test('a write from another site is refused first of all', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const answer = await requestRaw(server.url, '/api/medias/7', { method: 'PUT', headers: foreign })
  expect(answer.status).toBe(403)
  expect(JSON.parse(answer.body)).toMatchObject({ status: 'CROSS_SITE' })
  const own = { origin: 'http://nagare.example' }
  expect((await requestRaw(server.url, '/api/medias/7', { method: 'PUT', headers: own })).status).toBe(405)
})

test('an error of the API says its code, a text and the request id, and is not stored', async () => {
  const answer = await fetch(server.at('/api/medias/123'))
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    status: 'MEDIA_NOT_FOUND',
    message: 'There is no such clip.',
    request_id: answer.headers.get('x-request-id'),
  })
})

test('a wrong parameter is named', async () => {
  const answer = await fetch(server.at('/api/medias/7/related?offset=x'))
  expect(await answer.json()).toMatchObject({
    status: 'BAD_REQUEST',
    message: expect.stringContaining('offset: must be a whole number'),
  })
})

test('an unknown URL is a page for people and JSON for programs', async () => {
  const page = await fetch(server.at('/nothing/here'))
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toContain('text/html')
  const api = await fetch(server.at('/api/nothing'))
  expect(api.status).toBe(404)
  expect(await api.json()).toMatchObject({ status: 'NOT_FOUND' })
})
