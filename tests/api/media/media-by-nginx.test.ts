import { chmod, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { HAS_NGINX, startNginx } from '../../support/nginx.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const POSTER = '/media/poster/film/480.webp'
const ORIGINAL = `original/${'a'.repeat(64)}`

let server: TestServer
let media: string

beforeAll(async () => {
  server = await startTestServer({ env: { MEDIA_DELIVERY: 'nginx' } })
  media = join(server.config.dataDir, 'media')
  const { storage } = server.deps
  await storage.put('poster/film/480.webp', Buffer.from('bytes'), 'image/webp')
  await storage.put('full/film.mp4', Readable.from([Buffer.from('bytes')]), 'video/mp4')
  await storage.put('preview/film.mp4', { path: join(media, 'full/film.mp4') }, 'video/mp4')
  await storage.put(ORIGINAL, Buffer.from('bytes'), 'video/mp4')
})
afterAll(() => server.close())

const signedFilm = () =>
  server.deps.storage.signedUrl('full/film.mp4', {
    ...{ expiresInSeconds: 300, disposition: 'attachment', fileName: 'film.mp4' },
  })

test('nginx gets the path of a poster, cacheable by anybody', async () => {
  const answer = await fetch(server.at('/media/poster/film/480.webp'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-accel-redirect')).toBe('/-/media/poster/film/480.webp')
  expect(answer.headers.get('content-type')).toBe('image/webp')
  // nginx would keep it for its own 404.
  expect(answer.headers.get('cache-control')).toBeNull()
  expect(answer.headers.get('x-media-cache-control')).toContain('immutable')
})

test('nginx gets the path of a full film only with a signed link', async () => {
  const refused = await fetch(server.at('/media/full/film.mp4'))
  expect(refused.status).toBe(403)
  expect(refused.headers.has('x-accel-redirect')).toBe(false)
  const answer = await fetch(server.at(await signedFilm()))
  expect(answer.headers.get('x-accel-redirect')).toBe('/-/media/full/film.mp4')
  expect(answer.headers.get('x-media-cache-control')).toBe('private, no-store')
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

test('the group may read what nginx sends, whatever the umask, and nothing else', async () => {
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  await server.deps.storage.put('watermarked/new/film.mp4', Buffer.from('bytes'), 'video/mp4')
  const modeOf = async (path: string) => ((await stat(join(media, path))).mode & 0o777).toString(8)
  for (const folder of ['.', 'poster', 'poster/film', 'full', 'watermarked/new'])
    expect(await modeOf(folder), folder).toBe('710')
  for (const key of ['poster/film/480.webp', 'full/film.mp4', 'preview/film.mp4', 'watermarked/new/film.mp4'])
    expect(await modeOf(key), key).toBe('640')
  expect(await modeOf(ORIGINAL)).toBe('600')
  expect(await modeOf('.tmp')).toBe('700')
})

describe.runIf(HAS_NGINX)('a real nginx', () => {
  /** As another user, where this one may choose, in the server's group. */
  async function nginx(folder = media) {
    const isRoot = process.getuid?.() === 0
    if (isRoot) await letPass(folder)
    const started = await startNginx({
      servers: [server.url],
      media: folder,
      ...(isRoot && { user: `nobody ${await ownGroup()}` }),
    })
    onTestFinished(() => started.stop())
    return started
  }

  test('sends posters and full films of clips that were made afterwards', async () => {
    const { at, log } = await nginx()
    await server.deps.storage.put('poster/later/480.webp', Buffer.from('later'), 'image/webp')
    const poster = await fetch(at('/media/poster/later/480.webp'))
    expect([poster.status, await poster.text(), log()]).toEqual([200, 'later', ''])
    expect(Object.fromEntries(poster.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.stringMatching(/./),
    })
    const part = await fetch(at(POSTER), { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'yte'])
    expect(part.headers.get('cache-control')).toContain('immutable')
    const again = await fetch(at(POSTER), { headers: { 'if-none-match': part.headers.get('etag')! } })
    expect([again.status, again.headers.get('cache-control')]).toEqual([
      304,
      expect.stringContaining('immutable'),
    ])
    const film = await fetch(at(await signedFilm()))
    expect([film.status, await film.text()]).toEqual([200, 'bytes'])
    expect(film.headers.get('cache-control')).toBe('private, no-store')
    expect(film.headers.get('content-disposition')).toContain('film.mp4')
  })

  test('keeps nothing that is no film or picture', async () => {
    const { at } = await nginx()
    const kept = async (path: string, init: RequestInit = {}) => {
      const { status, headers } = await fetch(at(path), init)
      return [status, headers.get('cache-control')]
    }
    expect(await kept(POSTER, { headers: { range: 'bytes=9-' } })).toEqual([416, 'no-store'])
    expect(await kept('/media/poster/none/480.webp')).toEqual([404, 'no-store'])
    expect(await kept('/media/full/film.mp4')).toEqual([403, 'no-store'])
    expect(await kept('/-/media/full/film.mp4')).toEqual([404, 'no-store'])
    if (process.getuid?.() !== 0) return
    await chmod(join(media, 'poster/film/480.webp'), 0o600)
    expect(await kept(POSTER)).toEqual([403, 'no-store'])
    await chmod(join(media, 'poster/film/480.webp'), 0o640)
    expect(await kept(POSTER)).toEqual([200, expect.stringContaining('immutable')])
  })

  test('keeps no 404 of a file that is elsewhere', async () => {
    const { at } = await nginx(join(server.config.dataDir, 'elsewhere'))
    for (const path of [POSTER, await signedFilm()]) {
      const { status, headers } = await fetch(at(path))
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
  })
})

/** The run's folder is this user's only. */
async function letPass(folder: string): Promise<void> {
  for (let above = dirname(folder); above.startsWith(tmpdir()); above = dirname(above))
    await chmod(above, 0o710)
}

async function ownGroup(): Promise<string> {
  const groups = await readFile('/etc/group', 'utf8')
  const own = groups.split('\n').find((line) => line.split(':')[2] === String(process.getgid?.()))
  return own?.split(':')[0] ?? 'root'
}
