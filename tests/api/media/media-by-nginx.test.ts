import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { MEDIA_DELIVERY: 'nginx' } })
  for (const key of ['poster/film/480.webp', 'full/film.mp4'])
    await server.deps.storage.put(key, Buffer.from('bytes'), 'video/mp4')
})
afterAll(() => server.close())

test('nginx gets the path of a poster, cacheable by anybody', async () => {
  const answer = await fetch(server.at('/media/poster/film/480.webp'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-accel-redirect')).toBe('/-/media/poster/film/480.webp')
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
})

test('nginx gets the path of a full film only with a signed link', async () => {
  const refused = await fetch(server.at('/media/full/film.mp4'))
  expect(refused.status).toBe(403)
  expect(refused.headers.has('x-accel-redirect')).toBe(false)
  const options = { expiresInSeconds: 300, disposition: 'attachment', fileName: 'film.mp4' } as const
  const link = await server.deps.storage.signedUrl('full/film.mp4', options)
  const answer = await fetch(server.at(link))
  expect(answer.headers.get('x-accel-redirect')).toBe('/-/media/full/film.mp4')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-disposition')).toContain('film.mp4')
})

test.each([
  ['an original is', `/media/original/${'a'.repeat(64)}`],
  ['a missing poster would be', '/media/poster/none/480.webp'],
])('nginx is not told where %s', async (_, path) => {
  const answer = await fetch(server.at(path))
  expect(answer.status).toBe(404)
  expect(answer.headers.has('x-accel-redirect')).toBe(false)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
