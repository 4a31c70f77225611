import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LONG } from '../../hardening/support/long.ts'
import { sha256Of } from '../../support/studio/tus.ts'
import { startUploadFleet } from '../../support/studio/upload-fleet.ts'

const MB = 1024 ** 2

/** A shared folder has quick tests beside its code. */
const ENGINES = LONG ? (['postgres', 'sqlite'] as const) : (['postgres'] as const)

describe.each(ENGINES)('an upload through several servers (%s)', (engine) => {
  let shop: Awaited<ReturnType<typeof startUploadFleet>>
  beforeAll(async () => {
    shop = await startUploadFleet(engine)
  })
  afterAll(() => shop.fleet.close())

  const aFilm = async (megabytes = 1) => {
    const film = randomBytes(megabytes * MB)
    const sha256 = sha256Of(film)
    const id = await shop.clients[0].create(film.length, { filename: 'a.mp4', sha256 })
    return { film, sha256, id }
  }
  const codeOf = async (answer: Response) => [answer.status, (await answer.json()).status]

  test('a half-dead connection’s late bytes do not overwrite those that another server took', async () => {
    const { clients, hasReceived, rowOf, storedHash } = shop
    const [a, b] = clients
    const { film, sha256, id } = await aFilm(24)
    const dying = a.open(id, 0, film)
    await dying.write(14 * MB)
    await hasReceived(id, 8 * MB)
    const offset = await b.offset(id)
    const going = b.open(id, offset, film.subarray(offset))
    await going.write(9 * MB)
    await hasReceived(id, offset + 8 * MB)
    dying.destroy()
    await dying.answer
    going.end()
    expect(await going.answer).toBe(204)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', received: film.length })
    expect(await storedHash(id)).toBe(sha256)
  }, 60_000)

  test('a half-dead connection’s left-over does not count into the offset that a third server tells', async () => {
    const { clients, hasReceived, rowOf, storedHash } = shop
    const [a, b, c] = clients
    const { film, sha256, id } = await aFilm(12)
    const dying = a.open(id, 0, film)
    await dying.write(9 * MB)
    await hasReceived(id, 8 * MB)
    const offset = await b.offset(id)
    await b.cut(id, offset, film.subarray(offset), MB)
    dying.destroy()
    await dying.answer
    const rest = await c.offset(id)
    expect((await c.patch(id, rest, film.subarray(rest))).status).toBe(204)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', received: film.length })
    expect(await storedHash(id)).toBe(sha256)
  }, 60_000)

  test('what a server stores after it has lost the upload does not count', async () => {
    const { clients, fleet, hasReceived, rowOf, storedHash } = shop
    const [a, b] = clients
    const { film, sha256, id } = await aFilm(12)
    // As if A's bucket or disk answered very late.
    const late = Promise.withResolvers<void>()
    const { files } = fleet.servers[0]!.deps.uploads
    const write = files.write.bind(files)
    const slow = vi.spyOn(files, 'write').mockImplementation(async (lease) => {
      const writer = await write(lease)
      return {
        write: (chunk) => late.promise.then(() => writer.write(chunk)),
        end: () => late.promise.then(() => writer.end()),
      }
    })
    const dying = a.open(id, 0, film)
    void dying.write(9 * MB)
    await vi.waitFor(() => expect(slow).toHaveBeenCalled())
    const offset = await b.offset(id)
    const going = b.open(id, offset, film.subarray(offset))
    await going.write(11 * MB)
    await hasReceived(id, offset + 8 * MB)
    late.resolve()
    slow.mockRestore()
    expect(await dying.answer).toBe(423)
    going.end()
    expect(await going.answer).toBe(204)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', received: film.length })
    expect(await storedHash(id)).toBe(sha256)
  }, 60_000)

  test('a file that arrived damaged is sent again, at most twice', async () => {
    const [a, b, c] = shop.clients
    const { film, id } = await aFilm()
    const wrong = Buffer.from(film)
    wrong[MB / 2]! ^= 1
    for (const client of [a, b]) {
      expect(await codeOf(await client.patch(id, 0, wrong))).toEqual([409, 'UPLOAD_MOVED'])
      expect(await c.offset(id)).toBe(0)
      expect(await shop.rowOf(id)).toMatchObject({ state: 'sending', received: 0 })
    }
    expect(await codeOf(await c.patch(id, 0, wrong))).toEqual([422, 'UPLOAD_DAMAGED'])
    expect(await shop.rowOf(id)).toMatchObject({ state: 'failed', reason: 'damaged', held: 'none' })
    expect((await a.head(id)).status).toBe(404)
    expect(await shop.fleet.servers[0]!.deps.uploads.files.received(id)).toBeUndefined()
  })

  test.each([
    ['other bytes', (bytes: Buffer) => bytes.map((byte) => byte ^ 1) as Buffer],
    ['fewer bytes', (bytes: Buffer) => bytes.subarray(1)],
  ])('a store that has %s makes the file start again', async (_, change) => {
    const [a, b] = shop.clients
    const { film, sha256, id } = await aFilm()
    expect((await a.patch(id, 0, film.subarray(0, MB / 2))).status).toBe(204)
    await shop.damage(id, change)
    const offset = await b.offset(id)
    const answer = await b.patch(id, offset, film.subarray(offset))
    if (answer.status !== 204) expect(await codeOf(answer)).toEqual([409, 'UPLOAD_MOVED'])
    const rest = await a.offset(id)
    if (rest < film.length) expect((await a.patch(id, rest, film.subarray(rest))).status).toBe(204)
    expect(await shop.rowOf(id)).toMatchObject({ state: 'waiting' })
    expect(await shop.storedHash(id)).toBe(sha256)
  })

  test('only the newest of several requests goes on', async () => {
    const [a, b, c] = shop.clients
    const { film, sha256, id } = await aFilm(4)
    const opened = [a, b, c].map((client) => client.open(id, 0, film))
    for (const request of opened) await request.write(MB)
    for (const request of opened) request.end()
    const answers = await Promise.all(opened.map(({ answer }) => answer))
    // A cut one left bytes, so that those after it are at the wrong offset.
    for (const status of answers) expect([204, 409, 423]).toContain(status)
    const offset = await b.offset(id)
    if (offset < film.length) expect((await b.patch(id, offset, film.subarray(offset))).status).toBe(204)
    expect(await shop.storedHash(id)).toBe(sha256)
  })

  test('a whole file that nobody checked is checked by the next request', async () => {
    const [a, b] = shop.clients
    const { film, id } = await aFilm()
    const { files } = shop.fleet.servers[0]!.deps.uploads
    const away = vi.spyOn(files, 'read').mockRejectedValue(new Error('the disk is away'))
    expect((await a.patch(id, 0, film)).status).toBe(500)
    away.mockRestore()
    expect(await shop.rowOf(id)).toMatchObject({ state: 'sending', received: film.length })
    expect(await b.offset(id)).toBe(film.length)
    expect(await shop.rowOf(id)).toMatchObject({ state: 'waiting' })
  })
})
