import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cleanUploads, sweepUploads } from '#server/uploads/clean-uploads.ts'
import { poison } from '../../support/database/poison.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { startBucket, type TestBucket } from '../../support/storage/bucket.ts'
import { sha256Of, tusClient } from '../../support/studio/tus.ts'

const film = randomBytes(300_000)
let bucket: TestBucket
let server: TestServer
let headers: Record<string, string>
let tus: ReturnType<typeof tusClient>

beforeAll(async () => {
  bucket = await startBucket()
  server = await startTestServer({ env: { STORAGE_URL: bucket.storageUrl } })
  headers = (await aMember(server.deps, { admin: true })).headers
  tus = tusClient(server, headers)
})
afterEach(() => bucket.fail(undefined))
afterAll(async () => {
  await server.close()
  await bucket.close()
})

const aFilm = (metadata = {}) =>
  tus.create(film.length, { filename: 'a.mp4', sha256: sha256Of(film), ...metadata })
const rowOf = (id: string) =>
  server.deps.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const RAW = /ECONN|ENOSPC|ENOENT|errno|socket|hang up|S3|AWS|127\.0\.0\.1/i

test.each([
  ['is away', 'cut' as const, 503, 'UNAVAILABLE'],
  ['fails', 503, 503, 'UNAVAILABLE'],
  ['is full', 507, 507, 'STORAGE_FULL'],
  ['refuses the key', 403, 500, 'UNEXPECTED'],
])(
  'a bucket that %s is told in our words, and the upload goes on later',
  async (_, now, status, code) => {
    const id = await aFilm()
    expect((await tus.patch(id, 0, film.subarray(0, 100_000))).status).toBe(204)
    bucket.fail(now)
    const refused = await tus.patch(id, 100_000, film.subarray(100_000))
    const text = await refused.text()
    expect([refused.status, JSON.parse(text).status]).toEqual([status, code])
    expect(text).not.toMatch(RAW)
    expect(refused.headers.get('retry-after')).toBe(status === 503 ? '5' : null)
    expect((await tus.head(id)).status).toBe(200)
    bucket.fail(undefined)
    expect(await tus.offset(id)).toBe(100_000)
    await vi.waitFor(
      async () => expect((await tus.patch(id, 100_000, film.subarray(100_000))).status).toBe(204),
      {
        timeout: 10_000,
        interval: 200,
      },
    )
    expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
  },
  30_000,
)

test('a bucket that is away when the file is read back: its client asks again later', async () => {
  const id = await aFilm()
  const read = vi.spyOn(server.deps.storage, 'read').mockImplementationOnce(async (...args) => {
    bucket.fail('cut')
    return server.deps.storage.read(...args)
  })
  const refused = await tus.patch(id, 0, film)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  read.mockRestore()
  bucket.fail(undefined)
  await vi.waitFor(async () => expect(await tus.offset(id)).toBe(film.length), { timeout: 10_000 })
  expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
}, 30_000)

test('an upload to a bucket needs no temporary folder', async () => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = '/dev/null/full'
  try {
    const id = await aFilm()
    expect((await tus.patch(id, 0, film)).status).toBe(204)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
})

test('a cancelled upload is cancelled though the bucket is away, and its bytes are swept later', async () => {
  const id = await aFilm()
  await tus.patch(id, 0, film.subarray(0, 100_000))
  bucket.fail('cut')
  const answer = await fetch(server.at(`/api/studio/uploads/${id}/cancel`), {
    method: 'POST',
    headers,
  })
  expect([answer.status, (await answer.json()).state]).toEqual([200, 'cancelled'])
  bucket.fail(undefined)
  const left = async () => {
    const ids: string[] = []
    for await (const one of server.deps.uploads.files.ids()) ids.push(one)
    return ids.includes(id)
  }
  await vi.waitFor(async () => expect(await left()).toBe(true), { timeout: 10_000, interval: 200 })
  await sweepUploads(server.deps)
  expect(await left()).toBe(false)
}, 30_000)

test('an upload that cannot be cleaned up does not keep the others back', async () => {
  const { db } = server.deps
  const silent = await Promise.all(['batch-one', 'batch-two'].map((batch) => aFilm({ batch })))
  const dropped = await Promise.all([aFilm(), aFilm()])
  const unchecked = await Promise.all([aFilm(), aFilm()])
  const away = vi.spyOn(server.deps.uploads.files, 'read').mockRejectedValue(new Error('no answer'))
  for (const id of unchecked) expect((await tus.patch(id, 0, film)).status).toBe(500)
  away.mockRestore()
  const age = (ids: string[], updated: string) =>
    db.updateTable('uploads').set({ updated }).where('id', 'in', ids).execute()
  await age([...silent, ...unchecked], new Date(Date.now() - 15 * 60_000).toISOString())
  await age(dropped, '2020-01-01T00:00:00.000Z')
  const poisoned = [silent[0], dropped[0], unchecked[0]].map((id) => `'${id}'`).join(', ')
  const cure = await poison(db, { table: 'uploads', on: 'update', when: `new.id in (${poisoned})` })
  const clean = () =>
    cleanUploads.run(server.deps, { state: undefined, signal: new AbortController().signal })
  const found = async () => {
    const rows = await Promise.all([...silent, ...dropped, ...unchecked].map(rowOf))
    return rows.map(({ state, closed }) => `${state} ${closed}`)
  }
  await clean()
  expect(await found()).toEqual([
    ...['sending 0', 'sending 1'],
    ...['sending 1', 'cancelled 1'],
    ...['sending 1', 'waiting 1'],
  ])
  await cure()
  await clean()
  expect(await found()).toEqual([
    ...['sending 1', 'sending 1'],
    ...['cancelled 1', 'cancelled 1'],
    ...['waiting 1', 'waiting 1'],
  ])
})
