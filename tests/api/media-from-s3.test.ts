import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

const FILM = randomBytes(3_000_000)
const POSTER = randomBytes(10_000)

let directory: string
let bucket: S3rver
let server: TestServer

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'nagare-bucket-'))
  bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    serviceEndpoint: 'localhost',
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'clips' }],
  })
  const { port } = await bucket.run()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  server = await startTestServer({ env: { STORAGE_URL: `s3://clips?endpoint=http://127.0.0.1:${port}` } })
  await server.deps.storage.put('watermarked/film.mp4', FILM, 'video/mp4')
  await server.deps.storage.put('poster/film/480.webp', POSTER, 'image/webp')
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.at(path), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('films and posters are passed through whole', async () => {
  expect((await get('/media/watermarked/film.mp4')).bytes.equals(FILM)).toBe(true)
  expect((await get('/media/poster/film/480.webp')).bytes.equals(POSTER)).toBe(true)
})

test('a part is passed through as that part', async () => {
  const answer = await get('/media/watermarked/film.mp4', { range: 'bytes=1000000-1000009' })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe('bytes 1000000-1000009/3000000')
  expect(answer.bytes.equals(FILM.subarray(1_000_000, 1_000_010))).toBe(true)
})

test('what is not in the bucket is not found, and what is known need not be sent', async () => {
  expect((await get('/media/watermarked/none.mp4')).status).toBe(404)
  const etag = (await get('/media/watermarked/film.mp4')).headers.get('etag') ?? ''
  expect((await get('/media/watermarked/film.mp4', { 'if-none-match': etag })).status).toBe(304)
})

test('while the store is away pages and kept posters go on, and the rest says so soon', async () => {
  await bucket.close()
  expect((await get('/')).status).toBe(200)
  expect((await get('/media/poster/film/480.webp')).status).toBe(200)
  const begun = performance.now()
  expect((await get('/media/watermarked/film.mp4')).status).toBe(503)
  expect((await get('/readyz')).status).toBe(503)
  expect(performance.now() - begun).toBeLessThan(6000)
})
