import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { startBucket, type TestBucket } from '../../support/storage/bucket.ts'

const FILM = randomBytes(3_000_000)
const POSTER = randomBytes(10_000)

let bucket: TestBucket
let server: TestServer

beforeAll(async () => {
  bucket = await startBucket()
  server = await startTestServer({ env: { STORAGE_URL: bucket.storageUrl } })
  await server.deps.storage.put('watermarked/film.mp4', FILM, 'video/mp4')
  await server.deps.storage.put('poster/film/480.webp', POSTER, 'image/webp')
})
afterAll(() => server.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.at(path), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('whole films and posters pass through', async () => {
  expect((await get('/media/watermarked/film.mp4')).bytes.equals(FILM)).toBe(true)
  expect((await get('/media/poster/film/480.webp')).bytes.equals(POSTER)).toBe(true)
})

test('a range passes through as that range', async () => {
  const answer = await get('/media/watermarked/film.mp4', { range: 'bytes=1000000-1000009' })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe('bytes 1000000-1000009/3000000')
  expect(answer.bytes.equals(FILM.subarray(1_000_000, 1_000_010))).toBe(true)
})

test('a missing object is 404, and a known one 304', async () => {
  expect((await get('/media/watermarked/none.mp4')).status).toBe(404)
  const etag = (await get('/media/watermarked/film.mp4')).headers.get('etag') ?? ''
  expect((await get('/media/watermarked/film.mp4', { 'if-none-match': etag })).status).toBe(304)
})

test('while the store is down, pages and cached posters work, and the rest fails fast', async () => {
  await bucket.close()
  expect((await get('/')).status).toBe(200)
  expect((await get('/media/poster/film/480.webp')).status).toBe(200)
  const begun = performance.now()
  expect((await get('/media/watermarked/film.mp4')).status).toBe(503)
  expect((await get('/readyz')).status).toBe(503)
  expect(performance.now() - begun).toBeLessThan(6000)
})
