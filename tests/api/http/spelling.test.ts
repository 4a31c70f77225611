import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClip } from '../../support/database/rows.ts'
import { requestRaw } from '../../support/http/raw-http.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await aClip(server.deps.db)
})
afterAll(() => server.close())

test.each([
  ['/m/001', '/m/1'],
  ['/m/%31?utm_source=mail&utm_source=x', '/m/1?utm_source=mail&utm_source=x'],
  ['/%6d/1', '/m/1'],
  ['/ja/embed/01?loop=0', '/ja/embed/1?loop=0'],
  ['/s/%74emple', '/s/temple'],
  ['/s/%e5%af%ba', '/s/%E5%AF%BA'],
  ['/terms/', '/terms'],
  ['/%35%300', '/500'],
  ['/%2dx', '/-x'],
])('%s leads to %s for good', async (asked, canonical) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await requestRaw(server.url, asked, { method })
    expect([status, headers.location]).toEqual([308, canonical])
  }
})

test('an error page has no URL, in any spelling', async () => {
  for (const path of ['/500', '/404', '/ja/500'])
    expect((await requestRaw(server.url, path)).status).toBe(404)
})

test('the rules for writes hold in any spelling of an API path', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const path of ['/api/medias/1/view', '/ap%69/medias/1/view', '/%61%70%69/medias/%31/view'])
    expect((await requestRaw(server.url, path, { method: 'POST', headers })).status).toBe(403)
  const own = await requestRaw(server.url, '/ap%69/medias/1/view', { method: 'POST' })
  expect(own.status).toBe(204)
})

test('an answer of the API is kept once for all spellings', async () => {
  const spellings = [
    '/api/medias/1',
    '/api/medias/001',
    '/ap%69/medias/1',
    '/api/medias/%31',
    '/api/medias/1/',
  ]
  const states = []
  for (const path of spellings) {
    const { status, headers } = await requestRaw(server.url, path)
    expect(status).toBe(200)
    states.push(headers['x-cache'])
  }
  expect(states).toEqual(['miss', 'hit', 'hit', 'hit', 'hit'])
})

test('a film’s path is understood in any spelling', async () => {
  await server.deps.storage.put('watermarked/a.mp4', new Uint8Array(10), 'video/mp4')
  expect((await requestRaw(server.url, '/media/w%61termarked/a.mp4')).status).toBe(200)
})
