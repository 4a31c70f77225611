import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidate } from '#server/cache-invalidation.ts'
import { open, requestRaw } from '../../support/http/raw-http.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const FILM = randomBytes(3_000_000)
/** More than the kernel buffers for a client that does not read. */
const LONG_FILM = Buffer.alloc(24_000_000, 7)
const POSTER = randomBytes(10_000)

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const { storage } = server.deps
  await storage.put('watermarked/film.mp4', FILM, 'video/mp4')
  await storage.put('watermarked/long.mp4', LONG_FILM, 'video/mp4')
  await storage.put('full/film.mp4', FILM, 'video/mp4')
  await storage.put('poster/film/480.webp', POSTER, 'image/webp')
  await storage.put('preview/empty.mp4', new Uint8Array(), 'video/mp4')
})
afterAll(() => server.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.at(path), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test.each([
  ['a film, from its file', '/media/watermarked/film.mp4', FILM, 'video/mp4'],
  ['a poster, from memory', '/media/poster/film/480.webp', POSTER, 'image/webp'],
])('%s is sent whole', async (_, path, bytes, type) => {
  for (const _time of ['first', 'again']) {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-262143', 0, 262_143],
  ['bytes=262143-262144', 262_143, 262_144],
  ['bytes=1000-', 1000, 2_999_999],
  ['bytes=-1', 2_999_999, 2_999_999],
  ['bytes=-600000', 2_400_000, 2_999_999],
  ['bytes=2999999-9999999', 2_999_999, 2_999_999],
  ['bytes=0-1000000,5-6', 0, 1_000_000],
])('%s is sent as that part', async (range, start, end) => {
  const answer = await get('/media/watermarked/film.mp4', { range })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/3000000`)
  expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
  expect(answer.bytes.equals(FILM.subarray(start, end + 1))).toBe(true)
})

test('ranges come from memory too', async () => {
  const answer = await get('/media/poster/film/480.webp', { range: 'bytes=5-14' })
  expect(answer.status).toBe(206)
  expect(answer.bytes.equals(POSTER.subarray(5, 15))).toBe(true)
})

test.each(['bytes=3000000-', 'bytes=-0'])('%s cannot be had', async (range) => {
  const answer = await get('/media/watermarked/film.mp4', { range })
  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe('bytes */3000000')
})

test('a range is sent only for the version that the client has', async () => {
  const path = '/media/watermarked/film.mp4'
  const etag = (await get(path, { range: 'bytes=0-0' })).headers.get('etag') ?? ''
  expect((await get(path, { range: 'bytes=5-9', 'if-range': etag })).status).toBe(206)
  expect((await get(path, { range: 'bytes=5-9', 'if-range': '"another"' })).status).toBe(200)
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
})

test('HEAD says the length and sends nothing, and an empty file is empty', async () => {
  const head = await requestRaw(server.url, '/media/watermarked/film.mp4', { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, body: '' })
  expect(head.headers['content-length']).toBe('3000000')
  const range = { method: 'HEAD', headers: { range: 'bytes=5-9' } }
  expect((await requestRaw(server.url, '/media/watermarked/film.mp4', range)).status).toBe(200)
  const empty = await get('/media/preview/empty.mp4')
  expect(empty).toMatchObject({ status: 200, bytes: Buffer.alloc(0) })
  expect((await get('/media/preview/empty.mp4', { range: 'bytes=0-' })).status).toBe(416)
})

test('a full film needs a signed link, and may not be cached', async () => {
  const { storage } = server.deps
  expect((await get('/media/full/film.mp4')).status).toBe(403)
  const options = { expiresInSeconds: 300, disposition: 'attachment', fileName: '流れ.mp4' } as const
  const link = await storage.signedUrl('full/film.mp4', options)
  const answer = await get(link, { range: 'bytes=10-19' })
  expect(answer.status).toBe(206)
  expect(answer.bytes.equals(FILM.subarray(10, 20))).toBe(true)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%E6%B5%81%E3%82%8C.mp4")
  expect((await get(link.replace('film', 'other'))).status).toBe(403)
  const ended = await storage.signedUrl('full/film.mp4', { ...options, expiresInSeconds: -1 })
  expect((await get(ended)).status).toBe(403)
})

test.each([
  '/media/secret/film.mp4',
  '/media/poster',
  '/media/.tmp/x',
  '/media/watermarked/none.mp4',
  '/media/watermarked/FILM.mp4',
  '/media/watermarked%2Ffilm.mp4',
])('there is nothing at %s', async (path) => {
  expect((await requestRaw(server.url, path)).status).toBe(404)
})

test('clients that disconnect leave nothing open', async () => {
  const clients = Array.from({ length: 40 }, async () => {
    const socket = open(server.url)
    socket.on('error', () => {})
    socket.write('GET /media/watermarked/long.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'readable')
    socket.destroy()
  })
  await Promise.all(clients)
  const aborted = () => server.logged.filter((line) => line.aborted).length
  await expect.poll(aborted, { timeout: 5000 }).toBe(40)
  expect((await get('/media/watermarked/film.mp4')).bytes.equals(FILM)).toBe(true)
})

test('a reader that does not read keeps nobody waiting', async () => {
  const idle = Array.from({ length: 80 }, () => open(server.url))
  for (const socket of idle) {
    socket.pause()
    socket.write('GET /media/watermarked/long.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
  }
  await sleep(100)
  expect((await get('/media/watermarked/film.mp4')).bytes.equals(FILM)).toBe(true)
  for (const socket of idle) socket.destroy()
})

test.each(['watermarked/gone.mp4', 'preview/gone.mp4'])(
  '%s is gone soon after it was removed',
  async (key) => {
    const { db, storage } = server.deps
    await storage.put(key, key.startsWith('w') ? FILM : POSTER, 'video/mp4')
    expect((await get(`/media/${key}`)).status).toBe(200)
    await storage.delete(key)
    await db.transaction().execute((transaction) => invalidate(transaction, ['clips']))
    await expect.poll(async () => (await get(`/media/${key}`)).status, { timeout: 3000 }).toBe(404)
  },
)
